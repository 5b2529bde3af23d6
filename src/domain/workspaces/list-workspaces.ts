import type { listWorkspaces as endpoint } from '#contract/endpoints/workspaces.ts';
import { pageOf } from '#contract/pagination.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import { matchesName } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The workspaces that the caller can see, newest first (specification §4). */
export const listWorkspaces: UseCase<typeof endpoint> = async ({ actor, scope, query }, ports) => {
  const workspaces = await ports['workspaces:read'].list(scope);
  const shown = workspaces.filter(
    ({ id, name }) => effectiveWorkspaceRole(actor, id) !== undefined && matchesName(name, query.name ?? ''),
  );
  return { body: pageOf(shown, query) };
};
