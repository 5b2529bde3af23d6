import type { updateWorkspace as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** The workspace under another name. */
export const updateWorkspace: UseCase<typeof endpoint> = async ({ scope, body, ifMatch }, ports) => {
  const workspace = written(await ports['workspaces:write'].rename(scope, body.name, ifMatch));
  return { body: workspace, version: workspace.version };
};
