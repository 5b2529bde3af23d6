import { chat as endpoint } from '#contract/endpoints/assistance.ts';
import { chat } from '#domain/assistance/chat.ts';
import { askingPorts } from '../support/asking-ports.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, chat);
export const handler = onApiGateway(operation, {
  ...askingPorts,
  'blobs:read': blobReader,
  'waivers:read': waiverReader,
  'workbooks:read': workbookReader,
  'cases:read': caseReader,
  'documents:read': documentReader,
});
