import type { deleteSso as endpoint } from '#contract/endpoints/sso.ts';
import { notFound } from '#contract/errors.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';

/**
 * On every tier. Nobody signs in by the provider from the next request on; who did signs in otherwise, with the same address. What signs people in
 * forgets it first: where that fails the setting stays, and can be deleted again. Throws NOT_FOUND, DEPENDENCY_UNAVAILABLE.
 */
export const deleteSso: UseCase<typeof endpoint> = async ({ scope, audit }, ports, runtime) =>
  untilCommitted(runtime, 'SSO', async () => {
    const sso = await ports['sso:read'].find(scope);
    if (!sso) throw notFound();
    await ports['identity-providers:remove'].remove(sso.provider);
    const entry = audit('SSO_DELETED', { type: 'TENANT', id: scope.tenantId });
    return (await ports['sso:write'].delete(scope, sso, { entry })) ? { body: undefined } : undefined;
  });
