import { getAccessMatrix as endpoint } from '#contract/endpoints/coverage.ts';
import { getAccessMatrix } from '#domain/coverage/get-access-matrix.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { buildReader } from '../support/providers/builds-read.ts';

export const operation = implement(endpoint, getAccessMatrix);
export const handler = onApiGateway(operation, { 'builds:read': buildReader, 'blobs:read': blobReader });
