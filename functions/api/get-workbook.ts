import { getWorkbook as endpoint } from '#contract/endpoints/workbooks.ts';
import { getWorkbook } from '#domain/workbooks/get-workbook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, getWorkbook);
export const handler = onApiGateway(operation, {
  'workbooks:read': workbookReader,
  'blobs:read': blobReader,
  'waivers:read': waiverReader,
});
