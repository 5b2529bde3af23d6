import { defineEndpoint } from '../define-endpoint.ts';
import { me } from '../schemas/me.ts';

export const getMe = defineEndpoint({
  operationId: 'getMe',
  method: 'GET',
  path: '/api/v1/me',
  summary: 'Show who calls',
  tags: ['Me'],
  permission: 'self:read',
  success: { status: 200, body: me },
  uses: ['workspaces:read', 'sign-ins:write'],
  audits: ['TENANT_CREATED'],
});
