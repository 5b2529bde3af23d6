import { updateWorkbook as endpoint } from '#contract/endpoints/workbooks.ts';
import { updateWorkbook } from '#domain/workbooks/update-workbook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';
import { workbookWriter } from '../support/providers/workbooks-write.ts';

export const operation = implement(endpoint, updateWorkbook);
export const handler = onApiGateway(operation, {
  'workbooks:write': workbookWriter,
  'blobs:read': blobReader,
  'waivers:read': waiverReader,
});
