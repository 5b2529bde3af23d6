import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { feature, featureChanges, featureLocation, newFeature } from '../schemas/features.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features';
const one = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}';

export const listFeatures = defineEndpoint({
  operationId: 'listFeatures',
  method: 'GET',
  path,
  summary: 'List the features of a project, newest first',
  tags: ['Features'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(feature) },
  uses: ['features:read'],
});

export const createFeature = defineEndpoint({
  operationId: 'createFeature',
  method: 'POST',
  path,
  summary: 'Create a feature',
  tags: ['Features'],
  permission: 'feature:write',
  container: 'PATH',
  adds: true,
  request: { body: newFeature },
  success: { status: 201, body: feature, links: { locateFeature: { id: '$response.body#/id' } } },
  etag: 'version',
  uses: ['features:place'],
  errors: ['PLAN_LIMIT_REACHED'],
});

export const getFeature = defineEndpoint({
  operationId: 'getFeature',
  method: 'GET',
  path: one,
  summary: 'Show a feature',
  tags: ['Features'],
  permission: 'workspace:read',
  success: { status: 200, body: feature },
  etag: 'version',
  uses: ['features:read'],
});

export const updateFeature = defineEndpoint({
  operationId: 'updateFeature',
  method: 'PUT',
  path: one,
  summary: 'Update a feature; omitted fields stay as they are',
  tags: ['Features'],
  permission: 'feature:write',
  container: 'PATH',
  request: { body: featureChanges },
  success: { status: 200, body: feature },
  etag: 'version',
  uses: ['features:write'],
});

export const deleteFeature = defineEndpoint({
  operationId: 'deleteFeature',
  method: 'DELETE',
  path: one,
  summary: 'Delete a feature',
  tags: ['Features'],
  permission: 'feature:write',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['features:place', 'blobs:remove'],
  audits: ['FEATURE_DELETED'],
});

export const locateFeature = defineEndpoint({
  operationId: 'locateFeature',
  method: 'GET',
  path: '/api/v1/features/{id}',
  summary: 'Find the workspace and project of a feature by its id alone',
  tags: ['Features'],
  permission: 'self:read',
  success: { status: 200, body: featureLocation },
  uses: ['features:locate', 'features:read', 'projects:read'],
});
