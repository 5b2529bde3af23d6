import { recordRun as endpoint } from '#contract/endpoints/verifier-runs.ts';
import { recordRun } from '#domain/runs/record-run.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { buildReader } from '../support/providers/builds-read.ts';
import { resultReader } from '../support/providers/results-read.ts';
import { runWriter } from '../support/providers/runs-write.ts';
import { uploadFetcher } from '../support/providers/uploads-fetch.ts';
import { ticketReader } from '../support/providers/uploads-read.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, recordRun);
export const handler = onApiGateway(operation, {
  'builds:read': buildReader,
  'runs:write': runWriter,
  'results:read': resultReader,
  'uploads:read': ticketReader,
  'uploads:fetch': uploadFetcher,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'waivers:read': waiverReader,
  'workbooks:read': workbookReader,
});
