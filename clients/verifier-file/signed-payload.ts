import { verify } from 'node:crypto';
import { preAuthEncoding } from '#contract/dsse.ts';
import { envelope as envelopeSchema } from '#contract/verifier-statement.ts';
import * as z from '#contract/schemas/zod.ts';
import { IntegrityFailed } from '../login/signing-key.ts';

/**
 * The JSON in a DSSE envelope, once a signature in it is one of the key (PEM); undefined where what was signed is no JSON. `what` is what the
 * envelope vouches for, and `fix` what to do if it does not. Throws IntegrityFailed.
 */
export const signedPayload = (given: unknown, publicKey: string, what: string, fix?: string): unknown => {
  const envelope = z.safeParse(envelopeSchema, given);
  if (!envelope.success)
    throw new IntegrityFailed(`What vouches for ${what} is no envelope of a signed statement.`, fix);
  const payload = Buffer.from(envelope.data.payload, 'base64');
  const signed = preAuthEncoding(envelope.data.payloadType, payload);
  if (!envelope.data.signatures.some(({ sig }) => isSigned(signed, sig, publicKey)))
    throw new IntegrityFailed(`The signature of ${what} is not valid.`, fix);
  return parsed(payload);
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
    // The caller's schema refuses it.
    return undefined;
  }
};
