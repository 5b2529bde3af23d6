import { createHash } from 'node:crypto';
import { statedSha256, type VerifierStatement, verifierStatement } from '#contract/verifier-statement.ts';
import * as z from '#contract/schemas/zod.ts';
import { IntegrityFailed } from '../login/signing-key.ts';
import { signedPayload } from './signed-payload.ts';

/** Said in place of a signature by a verifier that was built on this machine: its hash is checked, its origin is not. */
export const unsignedLocal = 'unsigned-local';

/** What vouches for a verifier; lies beside it as `<file>.signature.json`. */
export type Seal = SignedSeal | UnsignedSeal;
/** `envelope` is what `openEnvelope` reads. `publicKey` (PEM), the key that signed, proves nothing until its fingerprint is one that somebody trusts. */
export type SignedSeal = { platform: string; envelope: unknown; publicKey: string };
/** Of `dezycro build`. */
export type UnsignedSeal = { platform: string; signature: typeof unsignedLocal; sha256: string };

/**
 * The statement in a DSSE envelope, once a signature in it is one of the key (PEM). Other signatures in it count for nothing.
 * Throws IntegrityFailed.
 */
export const openEnvelope = (given: unknown, publicKey: string): VerifierStatement => {
  const statement = z.safeParse(verifierStatement, signedPayload(given, publicKey, 'the verifier'));
  if (!statement.success)
    throw new IntegrityFailed(
      'The signed statement is not about a verifier, or is of a version that is not known here.',
    );
  return statement.data;
};

/** Throws IntegrityFailed unless these bytes are the platform's file in the statement. */
export const checkContent = (content: Uint8Array, platform: string, statement: VerifierStatement): void => {
  const expected = statedSha256(statement, platform);
  if (expected === undefined) throw new IntegrityFailed(`Nothing was signed for the platform ${platform}.`);
  checkSha256(content, expected);
};

/** Throws IntegrityFailed unless these bytes have the hash (hex SHA-256). */
export const checkSha256 = (content: Uint8Array, expected: string): void => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 !== expected) throw new IntegrityFailed(`The verifier is not what was signed: its sha256 is ${sha256}.`);
};
