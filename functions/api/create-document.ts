import { createDocument as endpoint } from '#contract/endpoints/documents.ts';
import { createDocument } from '#domain/documents/create-document.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { documentWriter } from '../support/providers/documents-write.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';

export const operation = implement(endpoint, createDocument);
export const handler = onApiGateway(operation, { 'documents:write': documentWriter, 'blobs:write': blobWriter });
