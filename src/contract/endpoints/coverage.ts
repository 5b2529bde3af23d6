import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { nonBlank, optional } from '../schemas/primitives.ts';
import { accessMatrix, coverageReport, newWaiver, shipStatus, waiver } from '../schemas/coverage.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/coverage';
const waivers = `${path}/waivers` as const;

export const getCoverage = defineEndpoint({
  operationId: 'getCoverage',
  method: 'GET',
  path,
  summary: 'Show what the runs of a feature have covered and what blocks it',
  tags: ['Coverage'],
  permission: 'workspace:read',
  success: { status: 200, body: coverageReport },
  uses: ['blobs:read', 'waivers:read', 'workbooks:read', 'cases:read', 'documents:read'],
});

export const getShipStatus = defineEndpoint({
  operationId: 'getShipStatus',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/ship-status',
  summary: 'Say whether a feature can ship, at a commit if one is named, and what blocks it',
  tags: ['Coverage'],
  permission: 'workspace:read',
  request: { query: { commitId: optional(nonBlank(200)) } },
  success: { status: 200, body: shipStatus },
  uses: ['blobs:read', 'waivers:read', 'workbooks:read', 'cases:read', 'documents:read'],
});

export const getAccessMatrix = defineEndpoint({
  operationId: 'getAccessMatrix',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/access-matrix',
  summary: 'Show for each persona and operation what is expected and what the runs have shown',
  tags: ['Coverage'],
  permission: 'workspace:read',
  success: { status: 200, body: accessMatrix },
  uses: ['blobs:read'],
});

export const listWaivers = defineEndpoint({
  operationId: 'listWaivers',
  method: 'GET',
  path: waivers,
  summary: 'List the coverage waivers of a feature, also those that are over',
  tags: ['Coverage'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(waiver) },
  uses: ['waivers:read'],
});

export const waiveCoverage = defineEndpoint({
  operationId: 'waiveCoverage',
  method: 'POST',
  path: waivers,
  summary: 'Answer for a journey that does not pass or an operation without one, in place of an earlier waiver',
  tags: ['Coverage'],
  permission: 'coverage:waive',
  container: 'PATH',
  request: { body: newWaiver },
  success: { status: 201, body: waiver },
  uses: ['blobs:read', 'waivers:write', 'workbooks:read'],
  audits: ['COVERAGE_WAIVED'],
  errors: ['WAIVER_REFUSED'],
});

export const deleteWaiver = defineEndpoint({
  operationId: 'deleteWaiver',
  method: 'DELETE',
  path: `${waivers}/{journeyId}`,
  summary: 'Withdraw a coverage waiver',
  tags: ['Coverage'],
  permission: 'coverage:waive',
  container: 'PATH',
  success: { status: 204 },
  uses: ['waivers:write'],
  audits: ['WAIVER_DELETED'],
});
