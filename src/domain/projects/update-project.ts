import type { updateProject as endpoint } from '#contract/endpoints/projects.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** Sets what the body carries; the rest stays (specification §3). */
export const updateProject: UseCase<typeof endpoint> = async ({ scope, body, ifMatch }, ports) => {
  const project = written(await ports['projects:write'].update(scope, body, ifMatch));
  return { body: project, version: project.version };
};
