import { publishFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { publishFeatureSpec } from '#domain/builds/publish-feature-spec.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { buildWriter } from '../support/providers/builds-write.ts';
import { buildStarter } from '../support/providers/builds-start.ts';
import { uploadFetcher } from '../support/providers/uploads-fetch.ts';
import { ticketReader } from '../support/providers/uploads-read.ts';

export const operation = implement(endpoint, publishFeatureSpec);
export const handler = onApiGateway(operation, {
  'builds:write': buildWriter,
  'uploads:read': ticketReader,
  'uploads:fetch': uploadFetcher,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'builds:start': buildStarter,
});
