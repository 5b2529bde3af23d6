import { listDocuments as endpoint } from '#contract/endpoints/documents.ts';
import { listDocuments } from '#domain/documents/list-documents.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { documentReader } from '../support/providers/documents-read.ts';

export const operation = implement(endpoint, listDocuments);
export const handler = onApiGateway(operation, { 'documents:read': documentReader });
