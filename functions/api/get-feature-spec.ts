import { getFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { getFeatureSpec } from '#domain/builds/get-feature-spec.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobSigner } from '../support/providers/blobs-sign.ts';

export const operation = implement(endpoint, getFeatureSpec);
export const handler = onApiGateway(operation, {
  'blobs:read': blobReader,
  'blobs:sign': blobSigner,
});
