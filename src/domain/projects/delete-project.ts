import type { deleteProject as endpoint } from '#contract/endpoints/projects.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The project and everything in it is gone, for good (specification §3). */
export const deleteProject: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  if (!(await ports['projects:write'].delete(scope))) throw notFound();
  return { body: undefined };
};
