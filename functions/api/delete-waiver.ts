import { deleteWaiver as endpoint } from '#contract/endpoints/coverage.ts';
import { deleteWaiver } from '#domain/coverage/delete-waiver.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { waiverWriter } from '../support/providers/waivers-write.ts';

export const operation = implement(endpoint, deleteWaiver);
export const handler = onApiGateway(operation, {
  'waivers:write': waiverWriter,
});
