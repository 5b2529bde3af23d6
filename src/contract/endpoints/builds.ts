import { defineEndpoint } from '../define-endpoint.ts';
import { buildQuota } from '../fair-use.ts';
import { paged, pageQuery } from '../pagination.ts';
import { build, buildDetail, retryRequest } from '../schemas/builds.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/builds';

const ofFeature = { featureId: '$response.body#/featureId' };

export const listBuilds = defineEndpoint({
  operationId: 'listBuilds',
  method: 'GET',
  path,
  summary: 'List the verifier builds of a feature, newest first',
  tags: ['Builds'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(build) },
  uses: ['builds:read'],
});

export const getBuild = defineEndpoint({
  operationId: 'getBuild',
  method: 'GET',
  path: `${path}/{buildId}`,
  summary: 'Show a verifier build with the plans that were dropped and why',
  tags: ['Builds'],
  permission: 'workspace:read',
  success: {
    status: 200,
    body: buildDetail,
    links: {
      recordRun: ofFeature,
      retryBuild: ofFeature,
      waiveCoverage: ofFeature,
      getVerifierDownload: ofFeature,
      getCoverage: ofFeature,
    },
  },
  etag: 'content',
  uses: ['builds:read', 'blobs:read'],
});

export const retryBuild = defineEndpoint({
  operationId: 'retryBuild',
  method: 'POST',
  path,
  summary: 'Build the verifier of a feature again',
  tags: ['Builds'],
  permission: 'spec:publish',
  container: 'PATH',
  request: { body: retryRequest },
  success: { status: 202, body: build },
  uses: ['builds:write', 'builds:start'],
  quotas: [buildQuota],
  errors: ['BUILD_NOT_FAILED', 'DEPENDENCY_UNAVAILABLE'],
});
