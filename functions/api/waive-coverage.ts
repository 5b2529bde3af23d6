import { waiveCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import { waiveCoverage } from '#domain/coverage/waive-coverage.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { waiverWriter } from '../support/providers/waivers-write.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, waiveCoverage);
export const handler = onApiGateway(operation, {
  'blobs:read': blobReader,
  'waivers:write': waiverWriter,
  'workbooks:read': workbookReader,
});
