import { defineEndpoint } from '../define-endpoint.ts';
import { joining, joinRequest } from '../schemas/invitations.ts';

export const joinTenant = defineEndpoint({
  operationId: 'joinTenant',
  method: 'POST',
  path: '/api/v1/join',
  summary:
    'Join the tenant that holds the domain of your address; where it has no seat left, as a Viewer with your consent',
  tags: ['Joining'],
  permission: 'tenant:join',
  container: 'NONE',
  request: { body: joinRequest },
  success: { status: 200, body: joining },
  uses: ['users:join', 'invitations:accept', 'plans:read', 'limits:read', 'txt-records:read', 'tenants:close'],
  audits: ['TENANT_LEFT', 'USER_JOINED', 'SEAT_ADDED', 'INVITATION_ACCEPTED'],
  errors: ['NOT_FOUND', 'OTHER_TENANT', 'EMAIL_CONFLICT', 'READ_ONLY_OVER_LIMIT'],
});
