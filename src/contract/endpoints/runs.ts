import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { namePattern, optional } from '../schemas/primitives.ts';
import { resultLog, runFilters, testCaseResult, testRun } from '../schemas/runs.ts';
import * as z from '../schemas/zod.ts';

const project = '/api/v1/workspaces/{workspaceId}/projects/{projectId}';
const runs = `${project}/test-runs` as const;

export const listRuns = defineEndpoint({
  operationId: 'listRuns',
  method: 'GET',
  path: runs,
  summary: 'List the test runs of a project, newest first',
  tags: ['Runs'],
  permission: 'workspace:read',
  request: { query: { ...pageQuery, ...runFilters } },
  success: { status: 200, body: paged(testRun) },
  uses: ['runs:read'],
  errors: ['INVALID_SORT', 'SORT_TOO_LARGE'],
});

export const getRun = defineEndpoint({
  operationId: 'getRun',
  method: 'GET',
  path: `${runs}/{runId}`,
  summary: 'Show a test run',
  tags: ['Runs'],
  permission: 'workspace:read',
  success: { status: 200, body: testRun },
  etag: 'content',
  uses: ['runs:read'],
});

export const listResults = defineEndpoint({
  operationId: 'listResults',
  method: 'GET',
  path: `${runs}/{runId}/results`,
  summary: 'List the results of a test run, in the order of the plan',
  tags: ['Runs'],
  permission: 'workspace:read',
  request: { query: { ...pageQuery, status: optional(z.string()), testCaseName: optional(namePattern) } },
  success: { status: 200, body: paged(testCaseResult) },
  uses: ['results:read', 'blobs:read'],
});

export const getResult = defineEndpoint({
  operationId: 'getResult',
  method: 'GET',
  path: `${runs}/{runId}/results/{testCaseId}`,
  summary: 'Show one result of a test run with its step traces',
  tags: ['Runs'],
  permission: 'workspace:read',
  success: { status: 200, body: testCaseResult },
  etag: 'content',
  uses: ['results:read', 'blobs:read'],
});

export const getResultLog = defineEndpoint({
  operationId: 'getResultLog',
  method: 'GET',
  path: `${runs}/{runId}/results/{testCaseId}/log`,
  summary: 'Get a short-lived download URL for the full log of a result',
  tags: ['Runs'],
  permission: 'workspace:read',
  success: { status: 200, body: resultLog },
  uses: ['results:read', 'blobs:read', 'blobs:write', 'blobs:sign'],
  errors: ['LOG_NOT_FOUND'],
});
