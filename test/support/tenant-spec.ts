/**
 * An OpenAPI 3.1 document of the kind our own service publishes: bearer tokens, paths below an env-provided workspace, lists in a
 * `{data, page, size, totalElements}` wrapper, problem+json errors, a child resource without a read of its own.
 */
const uuid = { type: 'string', format: 'uuid' };
const problem = {
  description: 'problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const errors = { '401': problem, '403': problem, '404': problem };

function pathParam(name: string) {
  return { name, in: 'path', required: true, schema: uuid };
}

function json(name: string) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

function body(name: string) {
  return { requestBody: { required: true, content: json(name) } };
}

function answers(status: string, name: string | undefined, headers?: object) {
  return {
    responses: {
      [status]: { description: 'success', ...(name ? { content: json(name) } : {}), ...(headers ? { headers } : {}) },
      ...errors,
    },
  };
}

const paging = [
  { name: 'page', in: 'query', schema: { type: 'integer', default: 1, minimum: 1 } },
  { name: 'size', in: 'query', schema: { type: 'integer', default: 10, minimum: 1, maximum: 100 } },
];
const location = { Location: { schema: { type: 'string' } } };

function pageOf(name: string) {
  return {
    type: 'object',
    required: ['data', 'page', 'size', 'totalElements'],
    properties: {
      data: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      page: { type: 'integer', format: 'int32' },
      size: { type: 'integer', format: 'int32' },
      totalElements: { type: 'integer', format: 'int64' },
    },
  };
}

const projects = '/api/v1/workspaces/{workspaceId}/projects';

/** A fresh copy, so that a test may change it. */
export function tenantSpec() {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Tenants', version: '1.0.0' },
    security: [{ token: [] }],
    paths: {
      '/api/v1/health': {
        get: { operationId: 'getHealth', security: [], responses: { '200': { description: 'up' } } },
      },
      '/api/v1/workspaces': {
        get: { operationId: 'listWorkspaces', parameters: paging, ...answers('200', 'WorkspacePage') },
      },
      [projects]: {
        parameters: [pathParam('workspaceId')],
        get: { operationId: 'listProjects', parameters: paging, ...answers('200', 'ProjectPage') },
        post: { operationId: 'createProject', ...body('NewProject'), ...answers('201', 'Project', location) },
      },
      [`${projects}/{projectId}`]: {
        parameters: [pathParam('workspaceId'), pathParam('projectId')],
        get: { operationId: 'getProject', ...answers('200', 'Project') },
        put: { operationId: 'updateProject', ...body('NewProject'), ...answers('200', 'Project') },
        delete: { operationId: 'deleteProject', ...answers('204', undefined) },
      },
      [`${projects}/{projectId}/test-personas`]: {
        parameters: [pathParam('workspaceId'), pathParam('projectId')],
        get: { operationId: 'listTestPersonas', parameters: paging, ...answers('200', 'TestPersonaPage') },
        post: {
          operationId: 'createTestPersona',
          ...body('NewTestPersona'),
          ...answers('201', 'TestPersona', location),
        },
      },
      [`${projects}/{projectId}/test-personas/{personaId}`]: {
        parameters: [pathParam('workspaceId'), pathParam('projectId'), pathParam('personaId')],
        put: { operationId: 'updateTestPersona', ...body('NewTestPersona'), ...answers('200', 'TestPersona') },
        delete: { operationId: 'deleteTestPersona', ...answers('204', undefined) },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: { type: 'object', properties: { title: { type: 'string' }, status: { type: 'integer' } } },
        Workspace: {
          type: 'object',
          required: ['name'],
          properties: { id: { type: ['string', 'null'], format: 'uuid' }, name: { type: 'string', pattern: '\\S' } },
        },
        WorkspacePage: pageOf('Workspace'),
        NewProject: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
            description: { type: ['string', 'null'], maxLength: 2000 },
            status: { type: 'string', enum: ['ACTIVE', 'ARCHIVED'] },
          },
        },
        Project: {
          type: 'object',
          required: ['id', 'name', 'status', 'workspaceId'],
          properties: {
            id: uuid,
            name: { type: 'string' },
            description: { type: ['string', 'null'] },
            status: { type: 'string', enum: ['ACTIVE', 'ARCHIVED'] },
            workspaceId: uuid,
            createdAt: { type: 'string', format: 'date-time', readOnly: true },
          },
        },
        ProjectPage: pageOf('Project'),
        NewTestPersona: {
          type: 'object',
          required: ['name', 'description', 'authType', 'scope'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 100 },
            description: { type: 'string' },
            authType: { type: 'string', enum: ['BEARER', 'BASIC', 'NONE'] },
            scope: { type: 'string', enum: ['PROJECT', 'WORKSPACE'] },
            credentials: { type: 'object', writeOnly: true },
          },
        },
        TestPersona: {
          type: 'object',
          required: ['id', 'name', 'description', 'authType', 'scope'],
          properties: {
            id: uuid,
            name: { type: 'string' },
            description: { type: 'string' },
            authType: { type: 'string', enum: ['BEARER', 'BASIC', 'NONE'] },
            scope: { type: 'string', enum: ['PROJECT', 'WORKSPACE'] },
          },
        },
        TestPersonaPage: pageOf('TestPersona'),
      },
    },
  });
}

/** An owner, someone from outside, and someone without an identity. */
export const tenantPersonas = [
  { name: 'Owner', description: 'Owns the workspace and can do everything in it.', authType: 'BEARER' as const },
  { name: 'Outsider', description: 'Is not a member of the workspace.', authType: 'BEARER' as const },
  { name: 'Anonymous', description: 'Has no identity and is refused.', authType: 'NONE' as const },
];
