import { exampled, named, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const coordinate = (example: string) =>
  exampled(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')), example);

/** Public half of a key that the caller made for this one request: a JWK on the curve P-256. */
export const credentialsRequest = named(
  'PersonaCredentialsRequest',
  z.object({
    publicKey: z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: coordinate('MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4'),
      y: coordinate('4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM'),
    }),
  }),
);

/** Credentials of personas with `credentialsForRuns`, of each name the nearest persona; never in plain text (decision record 0096). */
export const releasedCredentials = named(
  'ReleasedPersonaCredentials',
  z.object({
    credentials: z.array(
      z.object({
        personaId: uuidOut,
        name: z.string(),
        /** The variable that carries them at run time. */
        envVar: z.string(),
        /** The credentials as JSON in a compact JWE: ECDH-ES with A256GCM, to the request's key. */
        jwe: z.string(),
      }),
    ),
  }),
);
