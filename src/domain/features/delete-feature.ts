import type { deleteFeature as endpoint } from '#contract/endpoints/features.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The feature and its builds are gone, for good. Runs belong to the project and stay. */
export const deleteFeature: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  if (!(await ports['features:write'].delete(scope))) throw notFound();
  return { body: undefined };
};
