import { defineEndpoint } from '../define-endpoint.ts';
import { firstSignInAudits, firstSignInUses } from '../first-sign-in.ts';
import { me } from '../schemas/me.ts';

export const getMe = defineEndpoint({
  operationId: 'getMe',
  method: 'GET',
  path: '/api/v1/me',
  summary: 'Show who calls',
  tags: ['Me'],
  permission: 'self:read',
  success: { status: 200, body: me },
  uses: ['workspaces:read', ...firstSignInUses],
  audits: firstSignInAudits,
  errors: ['FORBIDDEN', 'JOIN_CONSENT_REQUIRED', 'READ_ONLY_OVER_LIMIT'],
});
