import { defineEndpoint } from '../define-endpoint.ts';
import { text } from '../schemas/primitives.ts';
import { joining, joinRequest } from '../schemas/invitations.ts';

export const acceptInvitation = defineEndpoint({
  operationId: 'acceptInvitation',
  method: 'POST',
  path: '/api/v1/invitations/{token}/accept',
  summary: 'Join the tenant that invited you, or whose link you have; again, by the same person, with the same answer',
  tags: ['Joining'],
  permission: 'invitation:accept',
  container: 'NONE',
  request: { path: { token: text(200) }, body: joinRequest },
  success: { status: 200, body: joining },
  uses: [
    'invitations:find',
    'invitations:accept',
    'links:use',
    'users:join',
    'txt-records:read',
    'plans:read',
    'limits:read',
    'tenants:close',
  ],
  audits: ['TENANT_LEFT', 'INVITATION_ACCEPTED', 'USER_JOINED', 'SEAT_ADDED'],
  errors: ['INVITATION_NOT_YOURS', 'OTHER_TENANT', 'READ_ONLY_OVER_LIMIT'],
});

export const leaveTenant = defineEndpoint({
  operationId: 'leaveTenant',
  method: 'DELETE',
  path: '/api/v1/me',
  summary: 'Leave your tenant; your tokens stop working at once',
  tags: ['Joining'],
  permission: 'tenant:leave',
  container: 'NONE',
  success: { status: 204 },
  uses: ['users:read', 'users:delete', 'tenants:close', 'plans:read'],
  audits: ['TENANT_LEFT', 'SEAT_REMOVED'],
  errors: ['LAST_OWNER'],
});
