import type { updateFeature as endpoint } from '#contract/endpoints/features.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** Sets what the body carries; the rest stays. */
export const updateFeature: UseCase<typeof endpoint> = async ({ scope, body, ifMatch }, ports, runtime) => {
  const changes = { ...body, updatedAt: runtime.now().toISOString() };
  const feature = written(await ports['features:write'].update(scope, changes, ifMatch));
  return { body: feature, version: feature.version };
};
