import { createDraft as endpoint } from '#contract/endpoints/assistance.ts';
import { createDraft } from '#domain/assistance/create-draft.ts';
import { askingPorts } from '../support/asking-ports.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';

export const operation = implement(endpoint, createDraft);
export const handler = onApiGateway(operation, {
  ...askingPorts,
  'blobs:read': blobReader,
});
