import { getAccessMatrix as endpoint } from '#contract/endpoints/coverage.ts';
import { getAccessMatrix } from '#domain/coverage/get-access-matrix.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';

export const operation = implement(endpoint, getAccessMatrix);
export const handler = onApiGateway(operation, { 'blobs:read': blobReader });
