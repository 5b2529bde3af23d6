import type { updateFeature as endpoint } from '#contract/endpoints/features.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Sets what the body carries; the rest stays. */
export const updateFeature: UseCase<typeof endpoint> = async ({ scope, body }, ports, runtime) => {
  const feature = await ports['features:write'].update(scope, { ...body, updatedAt: runtime.now().toISOString() });
  if (!feature) throw notFound();
  return { body: feature };
};
