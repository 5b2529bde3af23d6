import { listWaivers as endpoint } from '#contract/endpoints/coverage.ts';
import { listWaivers } from '#domain/coverage/list-waivers.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';

export const operation = implement(endpoint, listWaivers);
export const handler = onApiGateway(operation, {
  'waivers:read': waiverReader,
});
