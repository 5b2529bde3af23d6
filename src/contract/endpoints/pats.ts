import { defineEndpoint } from '../define-endpoint.ts';
import { firstSignInAudits, firstSignInUses } from '../first-sign-in.ts';
import { paged, pageQuery } from '../pagination.ts';
import { createdPat, memberToken, newPat, pat, tokenPolicy } from '../schemas/pats.ts';
import { namePattern, optional } from '../schemas/primitives.ts';

const path = '/api/v1/pats';
const managed = '/api/manage/tokens';
const policy = '/api/manage/token-policy';

export const listPats = defineEndpoint({
  operationId: 'listPats',
  method: 'GET',
  path,
  summary: 'List your personal access tokens, newest first',
  tags: ['Personal access tokens'],
  permission: 'token:read',
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
  container: 'NONE',
  request: { body: newPat },
  success: { status: 201, body: createdPat, isSecret: true },
  quotas: [{ limit: 20, windowSeconds: 3600, per: 'user', of: 'tokens' }],
  uses: ['tokens:write', 'token-policy:read', 'workspaces:read', ...firstSignInUses],
  audits: [...firstSignInAudits, 'PAT_CREATED'],
  errors: ['JOIN_CONSENT_REQUIRED', 'READ_ONLY_OVER_LIMIT', 'SCOPE_ESCALATION', 'NOT_FOUND', 'TOKEN_LIMIT_REACHED'],
});

export const revokePat = defineEndpoint({
  operationId: 'revokePat',
  method: 'DELETE',
  path: '/api/v1/pats/{id}',
  summary: 'Revoke one of your personal access tokens, at once and for good',
  tags: ['Personal access tokens'],
  permission: 'token:manage',
  container: 'NONE',
  success: { status: 204 },
  uses: ['tokens:read', 'tokens:write'],
  audits: ['PAT_REVOKED'],
});

export const listTokens = defineEndpoint({
  operationId: 'listTokens',
  method: 'GET',
  path: managed,
  summary: 'List the personal access tokens of all users of the tenant, newest first',
  tags: ['Personal access tokens'],
  permission: 'user:manage',
  request: { query: { ...pageQuery, name: optional(namePattern) } },
  success: { status: 200, body: paged(memberToken) },
  uses: ['users:read', 'tokens:read'],
});

export const revokeToken = defineEndpoint({
  operationId: 'revokeToken',
  method: 'DELETE',
  path: `${managed}/{id}`,
  summary: 'Revoke a personal access token of any user of the tenant, at once and for good',
  tags: ['Personal access tokens'],
  permission: 'user:manage',
  container: 'NONE',
  success: { status: 204 },
  uses: ['users:read', 'tokens:read', 'tokens:write'],
  audits: ['PAT_REVOKED'],
  errors: ['OWNER_REQUIRED'],
});

export const getTokenPolicy = defineEndpoint({
  operationId: 'getTokenPolicy',
  method: 'GET',
  path: policy,
  summary: 'Show for how long new tokens of the tenant may be valid at most',
  tags: ['Personal access tokens'],
  permission: 'token:read',
  success: { status: 200, body: tokenPolicy },
  uses: ['token-policy:read'],
});

export const updateTokenPolicy = defineEndpoint({
  operationId: 'updateTokenPolicy',
  method: 'PUT',
  path: policy,
  summary: 'Set for how long new tokens of the tenant may be valid at most',
  tags: ['Personal access tokens'],
  permission: 'token-policy:write',
  container: 'NONE',
  request: { body: tokenPolicy },
  success: { status: 200, body: tokenPolicy },
  uses: ['token-policy:read', 'token-policy:write'],
  audits: ['TOKEN_POLICY_CHANGED'],
});
