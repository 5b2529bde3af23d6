import type { getFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { blobKeys } from './blob-keys.ts';
import { readJson } from './json-blob.ts';

/** The spec as it was published. Throws SPEC_NOT_PUBLISHED before the first publish: the feature is there, and 404 would deny it. */
export const getFeatureSpec: UseCase<typeof endpoint> = async ({ scope, head }, ports) => {
  const { specHash, envProvidedParams } = head;
  if (specHash === null)
    throw new ServiceError('SPEC_NOT_PUBLISHED', 'No spec is published yet. Publish one: PUT …/spec.');
  const spec = await readJson<Record<string, unknown>>(ports['blobs:read'], scope, blobKeys.spec(scope, specHash));
  return { body: { specHash, spec, envProvidedParams } };
};
