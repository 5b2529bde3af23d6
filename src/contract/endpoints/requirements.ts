import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { optional, text } from '../schemas/primitives.ts';
import { requirement } from '../schemas/requirements.ts';

export const listRequirements = defineEndpoint({
  operationId: 'listRequirements',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/requirements',
  summary: 'List the requirements of a feature, with the journeys that prove each and what was last seen of them',
  tags: ['Coverage'],
  permission: 'workspace:read',
  request: { query: { ...pageQuery, verdict: optional(text(200)) } },
  success: { status: 200, body: paged(requirement) },
  uses: ['cases:read', 'documents:read', 'blobs:read', 'waivers:read'],
});
