import { defineEndpoint } from '../define-endpoint.ts';
import { workbook, workbookChanges } from '../schemas/workbooks.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/workbook';

export const getWorkbook = defineEndpoint({
  operationId: 'getWorkbook',
  method: 'GET',
  path,
  summary: 'Show the workbook of a feature with the status of every journey',
  tags: ['Workbooks'],
  permission: 'workspace:read',
  success: { status: 200, body: workbook },
  uses: ['workbooks:read', 'blobs:read', 'waivers:read'],
});

export const updateWorkbook = defineEndpoint({
  operationId: 'updateWorkbook',
  method: 'PUT',
  path,
  summary: 'Replace the workbook of a feature',
  tags: ['Workbooks'],
  permission: 'workbook:write',
  container: 'PATH',
  request: { body: workbookChanges },
  success: { status: 200, body: workbook },
  etag: 'version',
  uses: ['workbooks:write', 'blobs:read', 'waivers:read'],
  errors: ['DEPENDENCY_UNAVAILABLE'],
});
