import type { getTokenPolicy as endpoint } from '#contract/endpoints/pats.ts';
import type { UseCase } from '#domain/use-case.ts';

/** For how long a new token may be valid at most (decision record 0101). */
export const getTokenPolicy: UseCase<typeof endpoint> = async ({ scope }, ports) => ({
  body: { maximumDays: await ports['token-policy:read'].maximumDays(scope) },
});
