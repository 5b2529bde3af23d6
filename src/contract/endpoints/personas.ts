import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { newPersona, personaChanges, personaScope, testPersona } from '../schemas/personas.ts';
import { namePattern, optional } from '../schemas/primitives.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/test-personas';
const one = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/test-personas/{personaId}';

export const listPersonas = defineEndpoint({
  operationId: 'listPersonas',
  method: 'GET',
  path,
  summary: 'List the test personas of a project, with those of its workspace and tenant',
  tags: ['Personas'],
  permission: 'workspace:read',
  request: { query: { ...pageQuery, name: optional(namePattern), scope: optional(personaScope) } },
  success: { status: 200, body: paged(testPersona) },
  uses: ['personas:read'],
});

export const createPersona = defineEndpoint({
  operationId: 'createPersona',
  method: 'POST',
  path,
  summary: 'Create a test persona',
  tags: ['Personas'],
  permission: 'persona:write',
  container: 'PATH',
  request: { body: newPersona },
  success: { status: 201, body: testPersona },
  etag: 'version',
  uses: ['personas:write', 'secrets:encrypt'],
  audits: ['PERSONA_CREATED'],
  errors: ['NAME_CONFLICT', 'ENV_VAR_CONFLICT'],
});

export const updatePersona = defineEndpoint({
  operationId: 'updatePersona',
  method: 'PUT',
  path: one,
  summary: 'Update a test persona; omitted fields stay as they are',
  tags: ['Personas'],
  permission: 'persona:write',
  container: 'PATH',
  request: { body: personaChanges },
  success: { status: 200, body: testPersona },
  etag: 'version',
  uses: ['personas:read', 'personas:write', 'secrets:encrypt'],
  audits: ['PERSONA_UPDATED', 'PERSONA_SECRET_REPLACED'],
  errors: ['CREDENTIALS_MISMATCH', 'NAME_CONFLICT', 'ENV_VAR_CONFLICT'],
});

export const deletePersona = defineEndpoint({
  operationId: 'deletePersona',
  method: 'DELETE',
  path: one,
  summary: 'Delete a test persona',
  tags: ['Personas'],
  permission: 'persona:write',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['personas:read', 'personas:write'],
  audits: ['PERSONA_DELETED'],
});
