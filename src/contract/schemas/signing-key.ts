import { named } from './primitives.ts';
import * as z from './zod.ts';

/** The public half of the key that signs the statement about each build's files. */
export const signingKey = named(
  'SigningKey',
  z.object({
    algorithm: z.literal('ECDSA_SHA_256'),
    /** Hex SHA-256 of the key's SubjectPublicKeyInfo: what a client pins. */
    keyId: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** SubjectPublicKeyInfo as PEM. */
    publicKey: z.string(),
  }),
);
