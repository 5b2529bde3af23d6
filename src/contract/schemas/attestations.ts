import { payloadType } from '../dsse.ts';
import { named } from './primitives.ts';
import * as z from './zod.ts';

/** A DSSE envelope (payload type `application/vnd.in-toto+json`); the key is at `/api/v1/signing-key`. */
export const signedStatement = named(
  'SignedStatement',
  z.object({
    payloadType: z.literal(payloadType),
    /** An in-toto Statement v1 in base64. */
    payload: z.string(),
    /** Base64: ECDSA P-256 over SHA-256, in DER. */
    signatures: z.array(z.object({ sig: z.string() })),
  }),
);
