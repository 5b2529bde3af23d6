import { defineEndpoint, inlineDocumentBytes } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { document, documentChanges, documentDetail, newDocument } from '../schemas/documents.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/documents';
const one = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/documents/{documentId}';

export const listDocuments = defineEndpoint({
  operationId: 'listDocuments',
  method: 'GET',
  path,
  summary: 'List the documents of a feature, newest first',
  tags: ['Documents'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(document) },
  uses: ['documents:read'],
});

export const createDocument = defineEndpoint({
  operationId: 'createDocument',
  method: 'POST',
  path,
  summary: 'Create a requirements document of a feature',
  tags: ['Documents'],
  permission: 'document:write',
  container: 'PATH',
  request: { body: newDocument, maxBodyBytes: inlineDocumentBytes },
  success: { status: 201, body: documentDetail },
  etag: 'version',
  uses: ['documents:write', 'blobs:write'],
});

export const getDocument = defineEndpoint({
  operationId: 'getDocument',
  method: 'GET',
  path: one,
  summary: 'Show a document with its content',
  tags: ['Documents'],
  permission: 'workspace:read',
  success: { status: 200, body: documentDetail },
  etag: 'version',
  uses: ['documents:read', 'blobs:read'],
});

export const updateDocument = defineEndpoint({
  operationId: 'updateDocument',
  method: 'PUT',
  path: one,
  summary: 'Update a document; omitted fields stay as they are',
  tags: ['Documents'],
  permission: 'document:write',
  container: 'PATH',
  request: { body: documentChanges, maxBodyBytes: inlineDocumentBytes },
  success: { status: 200, body: documentDetail },
  etag: 'version',
  uses: ['documents:write', 'blobs:read', 'blobs:write'],
});

export const deleteDocument = defineEndpoint({
  operationId: 'deleteDocument',
  method: 'DELETE',
  path: one,
  summary: 'Delete a document; cases made from it become stale',
  tags: ['Documents'],
  permission: 'document:write',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['documents:write'],
});
