import type { deleteWaiver as endpoint } from '#contract/endpoints/coverage.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** From then on the journey blocks again, unless it passes. */
export const deleteWaiver: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  if (!(await ports['waivers:write'].delete(scope, path.journeyId))) throw notFound();
  return { body: undefined };
};
