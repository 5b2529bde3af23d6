import { named } from './primitives.ts';
import * as z from './zod.ts';

/** Where people sign in: an OpenID issuer and our public client there. Both are in the address of every sign-in, so neither is secret. */
export const signIn = named(
  'SignIn',
  z.object({
    issuer: z.string(),
    clientId: z.string(),
    /** Where the browser returns to; what runs a sign-in listens there, or has the address pasted. */
    callbackUrl: z.string(),
  }),
);
