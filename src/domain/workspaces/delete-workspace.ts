import type { deleteWorkspace as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** An empty workspace is gone, for good, with the personas of its scope. Throws WORKSPACE_NOT_EMPTY. */
export const deleteWorkspace: UseCase<typeof endpoint> = async ({ scope, ifMatch, audit }, ports) => {
  const entry = audit('WORKSPACE_DELETED', { type: 'WORKSPACE', id: scope.workspaceId });
  const outcome = await ports['workspaces:delete'].delete(scope, ifMatch, { entry });
  if (outcome === 'NOT_EMPTY')
    throw new ServiceError('WORKSPACE_NOT_EMPTY', 'The workspace has projects or notebooks. Delete them first.');
  written(outcome);
  return { body: undefined };
};
