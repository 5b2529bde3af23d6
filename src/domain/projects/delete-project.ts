import type { deleteProject as endpoint } from '#contract/endpoints/projects.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { requireVersion, written } from '#domain/versioned.ts';

/**
 * The project and everything in it is absent at once and for good (specification §3). The workflow that removes what is left is started
 * first: it removes the project too, should this request break off in between; at the version that the caller named, if any.
 */
export const deleteProject: UseCase<typeof endpoint> = async ({ scope, ifMatch }, ports) => {
  const { tenantId, workspaceId, projectId } = scope;
  const projects = ports['projects:write'];
  const ids = { tenantId, workspaceId, projectId };
  if (ifMatch === undefined) {
    await ports['deletions:start'].start(scope, projectId, ids);
    written(await projects.delete(scope));
    return { body: undefined };
  }
  const project = await ports['projects:read'].find(scope);
  if (!project) throw notFound();
  const { version } = project;
  requireVersion(version, ifMatch);
  await ports['deletions:start'].start(scope, `${projectId}-v${version}`, { ...ids, version: String(version) });
  written(await projects.delete(scope, [version]));
  return { body: undefined };
};
