import type { updateProject as endpoint } from '#contract/endpoints/projects.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Sets what the body carries; the rest stays (specification §3). */
export const updateProject: UseCase<typeof endpoint> = async ({ scope, body }, ports) => {
  const project = await ports['projects:write'].update(scope, body);
  if (!project) throw notFound();
  return { body: project };
};
