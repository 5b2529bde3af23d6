import { defineEndpoint } from '../define-endpoint.ts';
import { platform, verifierDownload } from '../schemas/builds.ts';

export const getVerifierDownload = defineEndpoint({
  operationId: 'getVerifierDownload',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/verifier',
  summary: 'Get a short-lived download URL for the verifier of a feature',
  tags: ['Verifier'],
  permission: 'workspace:read',
  request: { query: { platform } },
  success: { status: 200, body: verifierDownload },
  uses: ['builds:read', 'blobs:sign'],
  errors: ['VERIFIER_NOT_READY'],
});
