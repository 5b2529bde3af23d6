import { deleteDocument as endpoint } from '#contract/endpoints/documents.ts';
import { deleteDocument } from '#domain/documents/delete-document.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { documentWriter } from '../support/providers/documents-write.ts';

export const operation = implement(endpoint, deleteDocument);
export const handler = onApiGateway(operation, { 'documents:write': documentWriter });
