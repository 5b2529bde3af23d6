import type { listAllWorkspaces as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Every workspace of the tenant, newest first. */
export const listAllWorkspaces: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf(await ports['workspaces:read'].list(scope), query),
});
