import type { updateTokenPolicy as endpoint } from '#contract/endpoints/pats.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Holds for tokens that are created from now on; those that are there keep their end (decision record 0101). */
export const updateTokenPolicy: UseCase<typeof endpoint> = async ({ scope, body, audit }, ports) => {
  const { maximumDays } = body;
  const facts = { before: await ports['token-policy:read'].maximumDays(scope), maximumDays };
  const entry = audit('TOKEN_POLICY_CHANGED', { type: 'TENANT', id: scope.tenantId }, facts);
  await ports['token-policy:write'].setMaximumDays(scope, maximumDays, { entry });
  return { body };
};
