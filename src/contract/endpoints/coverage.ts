import { defineEndpoint } from '../define-endpoint.ts';
import { coverageReport } from '../schemas/coverage.ts';

export const getCoverage = defineEndpoint({
  operationId: 'getCoverage',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/coverage',
  summary: 'Show what the runs of a feature have covered and what blocks it',
  tags: ['Coverage'],
  permission: 'workspace:read',
  success: { status: 200, body: coverageReport },
  uses: ['builds:read', 'blobs:read'],
});
