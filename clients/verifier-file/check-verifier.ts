import { createHash, verify } from 'node:crypto';
import {
  envelope as envelopeSchema,
  preAuthEncoding,
  statedSha256,
  type VerifierStatement,
  verifierStatement,
} from '#contract/verifier-statement.ts';
import * as z from '#contract/schemas/zod.ts';
import { IntegrityFailed } from '../login/signing-key.ts';

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
  const envelope = z.safeParse(envelopeSchema, given);
  if (!envelope.success)
    throw new IntegrityFailed('What vouches for the verifier is no envelope of a signed statement.');
  const payload = Buffer.from(envelope.data.payload, 'base64');
  const signed = preAuthEncoding(envelope.data.payloadType, payload);
  if (!envelope.data.signatures.some(({ sig }) => isSigned(signed, sig, publicKey)))
    throw new IntegrityFailed('The signature of the verifier is not valid.');
  const statement = z.safeParse(verifierStatement, parsed(payload));
  if (!statement.success)
    throw new IntegrityFailed(
      'The signed statement is not about a verifier, or is of a version that is not known here.',
    );
  return statement.data;
};

const isSigned = (content: Uint8Array, signature: string, publicKey: string): boolean => {
  try {
    return verify('sha256', content, publicKey, Buffer.from(signature, 'base64'));
  } catch {
    // A signature or key that cannot even be read signs nothing.
    return false;
  }
};

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString()) as unknown;
  } catch {
    // The schema refuses it.
    return undefined;
  }
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
