import type { Endpoint } from '#contract/define-endpoint.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { Operation } from '#http/operation.ts';

/** Binds an endpoint to its use case; a use case of another shape does not compile. */
export const implement = <E extends Endpoint>(endpoint: E, run: UseCase<E>): Operation<E> => ({ endpoint, run });
