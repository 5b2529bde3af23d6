import { getCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import { getCoverage } from '#domain/coverage/get-coverage.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, getCoverage);
export const handler = onApiGateway(operation, {
  'blobs:read': blobReader,
  'waivers:read': waiverReader,
  'workbooks:read': workbookReader,
  'cases:read': caseReader,
  'documents:read': documentReader,
});
