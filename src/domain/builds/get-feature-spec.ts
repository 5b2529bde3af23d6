import type { getFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { blobKeys } from './blob-keys.ts';

/**
 * The spec as it was published, or where it can be fetched if it is larger than an answer. Throws SPEC_NOT_PUBLISHED before the first
 * publish: the feature is there, and 404 would deny it.
 */
export const getFeatureSpec: UseCase<typeof endpoint> = async ({ scope, head }, ports) => {
  const { specHash, envProvidedParams } = head;
  if (specHash === null)
    throw new ServiceError('SPEC_NOT_PUBLISHED', 'No spec is published yet. Publish one: PUT …/spec.');
  const key = blobKeys.spec(scope, specHash);
  const content = await ports['blobs:read'].read(scope, key);
  if (content === undefined) throw new Error(`The stored spec ${key} is missing.`);
  if (content.length <= largestShownBytes)
    return { body: { specHash, spec: JSON.parse(Buffer.from(content).toString()) as JsonObject, envProvidedParams } };
  const file = { filename: 'openapi.json', contentType: 'application/json', expiresInSeconds: downloadSeconds };
  const { url, expiresAt } = await ports['blobs:sign'].signDownload(scope, key, file);
  return { body: { specHash, download: { url, expiresAt: expiresAt.toISOString() }, envProvidedParams } };
};

/** An answer carries 5 MB (decision record 0009). */
const largestShownBytes = 4_900_000;
const downloadSeconds = 300;
