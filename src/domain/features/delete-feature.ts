import type { deleteFeature as endpoint } from '#contract/endpoints/features.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** The feature and its builds are gone, for good. Runs belong to the project and stay. */
export const deleteFeature: UseCase<typeof endpoint> = async ({ scope, ifMatch }, ports) => {
  written(await ports['features:write'].delete(scope, ifMatch));
  return { body: undefined };
};
