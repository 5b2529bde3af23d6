import { defineEndpoint } from '../define-endpoint.ts';
import { newUpload, upload } from '../schemas/uploads.ts';

export const createUpload = defineEndpoint({
  operationId: 'createUpload',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/uploads',
  summary: 'Get a URL to upload what is too large for a request',
  tags: ['Runs'],
  permission: 'run:record',
  request: { body: newUpload },
  // Whoever has the URL may upload.
  success: { status: 201, body: upload, isSecret: true },
  uses: ['uploads:write', 'uploads:sign'],
  quota: { limit: 60, windowSeconds: 60, per: 'project' },
});
