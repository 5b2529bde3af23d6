import { listBuilds as endpoint } from '#contract/endpoints/builds.ts';
import { listBuilds } from '#domain/builds/list-builds.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { buildReader } from '../support/providers/builds-read.ts';

export const operation = implement(endpoint, listBuilds);
export const handler = onApiGateway(operation, {
  'builds:read': buildReader,
});
