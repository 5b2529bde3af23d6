import type { getFeature as endpoint } from '#contract/endpoints/features.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The feature; NOT_FOUND when it went since the caller was placed. */
export const getFeature: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const feature = await ports['features:read'].find(scope);
  if (!feature) throw notFound();
  return { body: feature, version: feature.version };
};
