import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { namePattern, optional } from '../schemas/primitives.ts';
import { workspace } from '../schemas/workspaces.ts';

export const listWorkspaces = defineEndpoint({
  operationId: 'listWorkspaces',
  method: 'GET',
  path: '/api/v1/workspaces',
  summary: 'List the workspaces that you can see, newest first',
  tags: ['Workspaces'],
  permission: 'workspace:list',
  request: { query: { ...pageQuery, name: optional(namePattern) } },
  success: { status: 200, body: paged(workspace) },
  uses: ['workspaces:read'],
});
