import { getResult as endpoint } from '#contract/endpoints/runs.ts';
import { getResult } from '#domain/runs/get-result.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { resultReader } from '../support/providers/results-read.ts';

export const operation = implement(endpoint, getResult);
export const handler = onApiGateway(operation, { 'results:read': resultReader, 'blobs:read': blobReader });
