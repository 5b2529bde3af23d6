import type { getSignIn as endpoint } from '#contract/endpoints/sign-in.ts';
import { signInCallback } from '#contract/sign-in-callback.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Whom a command line asks for a code, before it knows anybody here. */
export const getSignIn: UseCase<typeof endpoint> = async (_input, ports) => ({
  body: { ...ports['sign-in-pages:show'].client(), callbackUrl: signInCallback },
});
