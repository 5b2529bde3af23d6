import { getBuild as endpoint } from '#contract/endpoints/builds.ts';
import { getBuild } from '#domain/builds/get-build.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { buildReader } from '../support/providers/builds-read.ts';

export const operation = implement(endpoint, getBuild);
export const handler = onApiGateway(operation, {
  'builds:read': buildReader,
  'blobs:read': blobReader,
});
