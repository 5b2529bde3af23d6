import type { createWorkspace as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { limits, planLimitReached } from '#domain/billing/limits.ts';
import type { UseCase } from '#domain/use-case.ts';

/** A new workspace. Names need not be unique. Throws PLAN_LIMIT_REACHED. */
export const createWorkspace: UseCase<typeof endpoint> = async ({ actor, scope, body, alongside }, ports, runtime) => {
  const workspace = { id: runtime.newId(), name: body.name, tenantId: scope.tenantId, version: 1 };
  const answer = {
    body: workspace,
    version: workspace.version,
    headers: { location: `/api/manage/workspaces/${workspace.id}` },
  };
  const limit = limits[actor.tier].workspaces;
  if (!(await ports['workspaces:write'].create(scope, workspace, limit, alongside(answer))))
    throw planLimitReached(actor.tier, 'workspaces');
  return answer;
};
