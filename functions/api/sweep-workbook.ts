import { sweepWorkbook as endpoint } from '#contract/endpoints/assistance.ts';
import { sweepWorkbook } from '#domain/assistance/sweep-workbook.ts';
import { askingPorts } from '../support/asking-ports.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, sweepWorkbook);
export const handler = onApiGateway(operation, {
  ...askingPorts,
  'blobs:read': blobReader,
  'workbooks:read': workbookReader,
});
