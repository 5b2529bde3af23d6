import type { deleteProject as endpoint } from '#contract/endpoints/projects.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/**
 * The project and everything in it is absent at once and for good (specification §3). The workflow that removes what is left is started
 * first: it removes the project too, should this request break off in between.
 */
export const deleteProject: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const { tenantId, workspaceId, projectId } = scope;
  await ports['deletions:start'].start(scope, projectId, { tenantId, workspaceId, projectId });
  if (!(await ports['projects:write'].delete(scope))) throw notFound();
  return { body: undefined };
};
