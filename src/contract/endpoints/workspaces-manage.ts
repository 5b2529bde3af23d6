import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { workspace, workspaceFields } from '../schemas/workspaces.ts';

const path = '/api/manage/workspaces';
const one = '/api/manage/workspaces/{workspaceId}';

export const listAllWorkspaces = defineEndpoint({
  operationId: 'listAllWorkspaces',
  method: 'GET',
  path,
  summary: 'List the workspaces of the tenant, newest first',
  tags: ['Workspaces'],
  permission: 'tenant:manage',
  request: { query: pageQuery },
  success: { status: 200, body: paged(workspace) },
  uses: ['workspaces:read'],
});

export const createWorkspace = defineEndpoint({
  operationId: 'createWorkspace',
  method: 'POST',
  path,
  summary: 'Create a workspace',
  tags: ['Workspaces'],
  permission: 'tenant:manage',
  container: 'NONE',
  adds: true,
  request: { body: workspaceFields },
  success: { status: 201, body: workspace },
  etag: 'version',
  uses: ['workspaces:write'],
  errors: ['PLAN_LIMIT_REACHED'],
});

export const updateWorkspace = defineEndpoint({
  operationId: 'updateWorkspace',
  method: 'PUT',
  path: one,
  summary: 'Rename a workspace',
  tags: ['Workspaces'],
  permission: 'tenant:manage',
  container: 'PATH',
  request: { body: workspaceFields },
  success: { status: 200, body: workspace },
  etag: 'version',
  uses: ['workspaces:write'],
});

export const deleteWorkspace = defineEndpoint({
  operationId: 'deleteWorkspace',
  method: 'DELETE',
  path: one,
  summary: 'Delete a workspace without projects and notebooks, with the personas that belong to it alone',
  tags: ['Workspaces'],
  permission: 'tenant:manage',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['workspaces:delete'],
  audits: ['WORKSPACE_DELETED'],
  errors: ['WORKSPACE_NOT_EMPTY'],
});
