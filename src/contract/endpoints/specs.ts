import { defineEndpoint, inlineDocumentBytes } from '../define-endpoint.ts';
import { buildQuota, uploadQuota } from '../fair-use.ts';
import { publishedSpec, specToPublish, storedSpec } from '../schemas/builds.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/spec';

export const publishFeatureSpec = defineEndpoint({
  operationId: 'publishFeatureSpec',
  method: 'PUT',
  path,
  summary: 'Publish the OpenAPI spec of a feature and start a verifier build',
  tags: ['Specs'],
  permission: 'spec:publish',
  container: 'PATH',
  request: { body: specToPublish, maxBodyBytes: inlineDocumentBytes },
  success: { status: 202, body: publishedSpec, links: { getBuild: { buildId: '$response.body#/buildId' } } },
  timeoutSeconds: 29,
  memoryMb: 1769,
  concurrencyShare: 0.1,
  uses: ['builds:write', 'uploads:read', 'uploads:fetch', 'blobs:read', 'blobs:write', 'builds:start'],
  quotas: [buildQuota, uploadQuota],
  errors: ['SPEC_INVALID', 'SPEC_TOO_COMPLEX', 'UPLOAD_INCOMPLETE', 'DEPENDENCY_UNAVAILABLE'],
});

export const getFeatureSpec = defineEndpoint({
  operationId: 'getFeatureSpec',
  method: 'GET',
  path,
  summary: 'Show the published spec of a feature',
  tags: ['Specs'],
  permission: 'workspace:read',
  success: { status: 200, body: storedSpec },
  etag: 'content',
  uses: ['blobs:read', 'blobs:sign'],
  errors: ['SPEC_NOT_PUBLISHED'],
});
