import { retryBuild as endpoint } from '#contract/endpoints/builds.ts';
import { retryBuild } from '#domain/builds/retry-build.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { buildWriter } from '../support/providers/builds-write.ts';
import { buildStarter } from '../support/providers/builds-start.ts';

export const operation = implement(endpoint, retryBuild);
export const handler = onApiGateway(operation, {
  'builds:write': buildWriter,
  'builds:start': buildStarter,
});
