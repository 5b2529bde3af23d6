import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { createdPat, newPat, pat } from '../schemas/pats.ts';
import { namePattern, optional } from '../schemas/primitives.ts';

const path = '/api/v1/pats';

export const listPats = defineEndpoint({
  operationId: 'listPats',
  method: 'GET',
  path,
  summary: 'List your personal access tokens, newest first',
  tags: ['Personal access tokens'],
  permission: 'token:manage',
  request: { query: { ...pageQuery, name: optional(namePattern) } },
  success: { status: 200, body: paged(pat) },
  uses: ['tokens:read'],
});

export const createPat = defineEndpoint({
  operationId: 'createPat',
  method: 'POST',
  path,
  summary: 'Create a personal access token; the answer shows it once',
  tags: ['Personal access tokens'],
  permission: 'token:manage',
  request: { body: newPat },
  success: { status: 201, body: createdPat, isSecret: true },
  quota: { limit: 20, windowSeconds: 3600, per: 'user' },
  uses: ['tokens:write', 'workspaces:read', 'sign-ins:write'],
  audits: ['TENANT_CREATED', 'PAT_CREATED'],
  errors: ['SCOPE_ESCALATION', 'NOT_FOUND', 'TOKEN_LIMIT_REACHED'],
});

export const revokePat = defineEndpoint({
  operationId: 'revokePat',
  method: 'DELETE',
  path: '/api/v1/pats/{id}',
  summary: 'Revoke one of your personal access tokens, at once and for good',
  tags: ['Personal access tokens'],
  permission: 'token:manage',
  success: { status: 204 },
  uses: ['tokens:read', 'tokens:write'],
  audits: ['PAT_REVOKED'],
});
