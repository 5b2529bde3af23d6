import { getResultLog as endpoint } from '#contract/endpoints/runs.ts';
import { getResultLog } from '#domain/runs/get-result-log.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobSigner } from '../support/providers/blobs-sign.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { resultReader } from '../support/providers/results-read.ts';

export const operation = implement(endpoint, getResultLog);
export const handler = onApiGateway(operation, {
  'results:read': resultReader,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'blobs:sign': blobSigner,
});
