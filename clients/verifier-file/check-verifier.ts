import { createHash, verify } from 'node:crypto';
import { findChecksum } from '#contract/checksums.ts';
import { IntegrityFailed } from '../login/signing-key.ts';

/** Said in place of a signature by a verifier that was built on this machine: its hash is checked, its origin is not. */
export const unsignedLocal = 'unsigned-local';

/** What vouches for a verifier; lies beside it as `<file>.signature.json`. */
export type Seal = {
  platform: string;
  /** SHA256SUMS of its build. */
  checksums: string;
  /** Base64 over `checksums`, or `unsigned-local`. */
  signature: string;
  /** The key that signed, as PEM; proves nothing until its fingerprint is one that somebody trusts. Absent where nobody signed. */
  publicKey?: string;
};

/**
 * Whether these bytes are what was signed for this platform. Throws IntegrityFailed at the first difference. An `unsigned-local` seal is
 * held to its hash only.
 */
export const checkVerifier = (content: Uint8Array, seal: Seal, publicKey: string | undefined): void => {
  if (seal.signature !== unsignedLocal) {
    if (publicKey === undefined)
      throw new IntegrityFailed('There is no key to check the signature of the verifier with.');
    if (!isSigned(seal, publicKey)) throw new IntegrityFailed('The signature of the verifier is not valid.');
  }
  const expected = findChecksum(seal.checksums, seal.platform);
  if (expected === undefined) throw new IntegrityFailed(`Nothing was signed for the platform ${seal.platform}.`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 !== expected) throw new IntegrityFailed(`The verifier is not what was signed: its sha256 is ${sha256}.`);
};

const isSigned = ({ checksums, signature }: Seal, publicKey: string): boolean => {
  try {
    return verify('sha256', Buffer.from(checksums), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    // A signature that cannot even be read signs nothing.
    return false;
  }
};
