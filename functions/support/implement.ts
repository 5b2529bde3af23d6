import type { Endpoint } from '#contract/define-endpoint.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { FirstSignIn } from '#domain/access/first-sign-in.ts';
import type { Operation } from '#http/operation.ts';

/** Binds an endpoint to its use case; a use case of another shape does not compile. `firstSignIn`: where it makes users who sign in for the first time. */
export const implement = <E extends Endpoint>(
  endpoint: E,
  run: UseCase<E>,
  firstSignIn?: FirstSignIn,
): Operation<E> => ({ endpoint, run, firstSignIn });
