import { publishFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { publishFeatureSpec } from '#domain/builds/publish-feature-spec.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { buildWriter } from '../support/providers/builds-write.ts';
import { buildStarter } from '../support/providers/builds-start.ts';

export const operation = implement(endpoint, publishFeatureSpec);
export const handler = onApiGateway(operation, {
  'builds:write': buildWriter,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'builds:start': buildStarter,
});
