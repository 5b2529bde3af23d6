import type { getFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { blobKeys } from './blob-keys.ts';
import { readJson } from './json-blob.ts';

/** The spec as it was published; NOT_FOUND before the first publish. */
export const getFeatureSpec: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const { specHash, envProvidedParams } = await ports['builds:read'].getHead(scope);
  if (specHash === null) throw notFound();
  const spec = await readJson<Record<string, unknown>>(ports['blobs:read'], scope, blobKeys.spec(scope, specHash));
  return { body: { specHash, spec, envProvidedParams } };
};
