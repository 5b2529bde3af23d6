import { getDocument as endpoint } from '#contract/endpoints/documents.ts';
import { getDocument } from '#domain/documents/get-document.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { blobReader } from '../support/providers/blobs-read.ts';

export const operation = implement(endpoint, getDocument);
export const handler = onApiGateway(operation, { 'documents:read': documentReader, 'blobs:read': blobReader });
