import { listResults as endpoint } from '#contract/endpoints/runs.ts';
import { listResults } from '#domain/runs/list-results.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { resultReader } from '../support/providers/results-read.ts';

export const operation = implement(endpoint, listResults);
export const handler = onApiGateway(operation, { 'results:read': resultReader, 'blobs:read': blobReader });
