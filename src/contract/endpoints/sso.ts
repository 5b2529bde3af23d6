import { defineEndpoint } from '../define-endpoint.ts';
import { newSso, sso } from '../schemas/sso.ts';

const path = '/api/manage/sso';

export const getSso = defineEndpoint({
  operationId: 'getSso',
  method: 'GET',
  path,
  summary: 'Show how the people of the tenant sign in at its own identity provider, without secrets',
  tags: ['SSO'],
  permission: 'billing:manage',
  success: { status: 200, body: sso },
  uses: ['sso:read', 'sign-in-pages:show'],
  errors: ['NOT_FOUND'],
});

export const setSso = defineEndpoint({
  operationId: 'setSso',
  method: 'PUT',
  path,
  summary: 'Have people with addresses of the verified domains sign in at the own identity provider of the tenant',
  tags: ['SSO'],
  permission: 'billing:manage',
  container: 'NONE',
  request: { body: newSso },
  success: { status: 200, body: sso },
  uses: [
    'sso:read',
    'sso:write',
    'sign-in-pages:show',
    'domains:read',
    'webhook-targets:check',
    'identity-providers:write',
    'identity-providers:remove',
  ],
  audits: ['SSO_SET'],
  errors: ['TIER_REQUIRED', 'DOMAIN_NOT_VERIFIED'],
});

export const deleteSso = defineEndpoint({
  operationId: 'deleteSso',
  method: 'DELETE',
  path,
  summary: 'End the sign-in at the own identity provider of the tenant, at once',
  tags: ['SSO'],
  permission: 'billing:manage',
  container: 'NONE',
  success: { status: 204 },
  uses: ['sso:read', 'sso:write', 'identity-providers:remove'],
  audits: ['SSO_DELETED'],
  errors: ['NOT_FOUND'],
});
