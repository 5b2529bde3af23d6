import { getPage as endpoint } from '#contract/endpoints/notebooks.ts';
import { getPage } from '#domain/notebooks/get-page.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { notebookReader } from '../support/providers/notebooks-read.ts';

export const operation = implement(endpoint, getPage);
export const handler = onApiGateway(operation, { 'notebooks:read': notebookReader, 'blobs:read': blobReader });
