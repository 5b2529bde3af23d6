import { updateDocument as endpoint } from '#contract/endpoints/documents.ts';
import { updateDocument } from '#domain/documents/update-document.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { documentWriter } from '../support/providers/documents-write.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';

export const operation = implement(endpoint, updateDocument);
export const handler = onApiGateway(operation, {
  'documents:write': documentWriter,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
});
