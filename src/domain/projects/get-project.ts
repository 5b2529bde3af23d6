import type { getProject as endpoint } from '#contract/endpoints/projects.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The project; NOT_FOUND when it went since the caller was placed. */
export const getProject: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const project = await ports['projects:read'].find(scope);
  if (!project) throw notFound();
  return { body: project, version: project.version };
};
