import type { deleteProject as endpoint } from '#contract/endpoints/projects.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/**
 * The project and everything in it is absent at once and for good (specification §3); exactly one of many deletions carries it out. What is
 * left of it the workflow removes; one that is not started here is started by the sweep, which finds the deletion open.
 */
export const deleteProject: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { scope, ifMatch, audit } = input;
  const { tenantId, workspaceId, projectId } = scope;
  const entry = audit('PROJECT_DELETED', { type: 'PROJECT', id: projectId }, { workspaceId });
  written(await ports['projects:write'].delete(scope, runtime.now(), ifMatch, { entry }));
  try {
    await ports['deletions:start'].start(scope, projectId, { tenantId, workspaceId, projectId });
    return { body: undefined };
  } catch (defect) {
    return { body: undefined, defect };
  }
};
