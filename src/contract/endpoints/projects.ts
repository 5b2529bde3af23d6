import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { namePattern, optional } from '../schemas/primitives.ts';
import { project, projectFields } from '../schemas/projects.ts';
import * as z from '../schemas/zod.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects';
const one = '/api/v1/workspaces/{workspaceId}/projects/{projectId}';

export const listProjects = defineEndpoint({
  operationId: 'listProjects',
  method: 'GET',
  path,
  summary: 'List the projects of a workspace, newest first',
  tags: ['Projects'],
  permission: 'workspace:read',
  request: {
    query: { ...pageQuery, includeArchived: z._default(z.boolean(), false), nameWildcard: optional(namePattern) },
  },
  success: { status: 200, body: paged(project) },
  uses: ['projects:read'],
});

export const createProject = defineEndpoint({
  operationId: 'createProject',
  method: 'POST',
  path,
  summary: 'Create a project',
  tags: ['Projects'],
  permission: 'project:write',
  container: 'PATH',
  adds: true,
  request: { body: projectFields },
  success: { status: 201, body: project },
  etag: 'version',
  uses: ['projects:write'],
  errors: ['PLAN_LIMIT_REACHED'],
});

export const getProject = defineEndpoint({
  operationId: 'getProject',
  method: 'GET',
  path: one,
  summary: 'Show a project',
  tags: ['Projects'],
  permission: 'workspace:read',
  success: { status: 200, body: project },
  etag: 'version',
  uses: ['projects:read'],
});

export const updateProject = defineEndpoint({
  operationId: 'updateProject',
  method: 'PUT',
  path: one,
  summary: 'Update a project; omitted fields stay as they are',
  tags: ['Projects'],
  permission: 'project:write',
  container: 'PATH',
  request: { body: projectFields },
  success: { status: 200, body: project },
  etag: 'version',
  uses: ['projects:write'],
});

export const deleteProject = defineEndpoint({
  operationId: 'deleteProject',
  method: 'DELETE',
  path: one,
  summary: 'Delete a project with everything in it',
  tags: ['Projects'],
  permission: 'project:write',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['projects:write', 'deletions:start'],
  audits: ['PROJECT_DELETED'],
});
