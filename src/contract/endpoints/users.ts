import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { optional } from '../schemas/primitives.ts';
import {
  invitation,
  invitedUser,
  member,
  memberRole,
  newUser,
  roleChange,
  user,
  userStatus,
} from '../schemas/users.ts';

const path = '/api/manage/users';
const membership = '/api/manage/workspaces/{workspaceId}/members/{userId}';

export const listUsers = defineEndpoint({
  operationId: 'listUsers',
  method: 'GET',
  path,
  summary: 'List the users of the tenant, those invited too, newest first',
  tags: ['Users'],
  permission: 'user:manage',
  request: { query: { ...pageQuery, status: optional(userStatus) } },
  success: { status: 200, body: paged(user) },
  uses: ['users:read'],
});

export const inviteUser = defineEndpoint({
  operationId: 'inviteUser',
  method: 'POST',
  path,
  summary: 'Invite a user into the tenant; the answer shows the secret of the invitation once',
  tags: ['Users'],
  permission: 'user:manage',
  container: 'NONE',
  adds: true,
  request: { body: newUser },
  success: { status: 201, body: invitedUser, isSecret: true },
  etag: 'version',
  quotas: [{ limit: 60, windowSeconds: 3600, per: 'tenant', of: 'invitations' }],
  uses: ['users:create', 'workspaces:read', 'plans:read'],
  audits: ['USER_INVITED', 'SEAT_ADDED'],
  errors: [
    'EMAIL_CONFLICT',
    'SEAT_PAYMENT_REQUIRED',
    'BILLABLE_CAP_REACHED',
    'PLAN_LIMIT_REACHED',
    'OWNER_REQUIRED',
    'NOT_FOUND',
  ],
});

export const renewInvitation = defineEndpoint({
  operationId: 'renewInvitation',
  method: 'POST',
  path: `${path}/{id}/invitation`,
  summary: 'Give an invited user a new secret and seven more days; the old secret is void',
  tags: ['Users'],
  permission: 'user:manage',
  container: 'NONE',
  success: { status: 201, body: invitation, isSecret: true },
  quotas: [{ limit: 60, windowSeconds: 3600, per: 'tenant', of: 'renewed invitations' }],
  uses: ['users:read', 'users:create'],
  audits: ['INVITATION_RENEWED'],
  errors: ['ALREADY_JOINED', 'OWNER_REQUIRED'],
});

export const getUser = defineEndpoint({
  operationId: 'getUser',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Show a user of the tenant',
  tags: ['Users'],
  permission: 'user:manage',
  success: { status: 200, body: user },
  etag: 'version',
  uses: ['users:read'],
});

export const changeUserRole = defineEndpoint({
  operationId: 'changeUserRole',
  method: 'PUT',
  path: `${path}/{id}/role`,
  summary: 'Change the tenant role of a user',
  tags: ['Users'],
  permission: 'user:manage',
  container: 'NONE',
  request: { body: roleChange },
  success: { status: 200, body: user },
  etag: 'version',
  uses: ['users:read', 'users:write', 'plans:read'],
  audits: ['USER_ROLE_CHANGED', 'SEAT_ADDED', 'SEAT_REMOVED'],
  errors: ['SEAT_PAYMENT_REQUIRED', 'BILLABLE_CAP_REACHED', 'PLAN_LIMIT_REACHED', 'OWNER_REQUIRED', 'LAST_OWNER'],
});

export const deleteUser = defineEndpoint({
  operationId: 'deleteUser',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a user from the tenant, with their tokens, or revoke their invitation; at once',
  tags: ['Users'],
  permission: 'user:manage',
  container: 'NONE',
  success: { status: 204 },
  etag: 'version',
  uses: ['users:read', 'users:delete', 'invitations:revoke', 'plans:read'],
  audits: ['USER_DELETED', 'INVITATION_REVOKED', 'SEAT_REMOVED'],
  errors: ['OWNER_REQUIRED', 'LAST_OWNER'],
});

export const setMember = defineEndpoint({
  operationId: 'setMember',
  method: 'PUT',
  path: membership,
  summary: 'Give a user a role in a workspace',
  tags: ['Users'],
  permission: 'member:manage',
  container: 'PATH',
  request: { body: memberRole },
  success: { status: 200, body: member },
  uses: ['users:write'],
  audits: ['MEMBER_SET'],
});

export const removeMember = defineEndpoint({
  operationId: 'removeMember',
  method: 'DELETE',
  path: membership,
  summary: 'Take a user out of a workspace',
  tags: ['Users'],
  permission: 'member:manage',
  container: 'PATH',
  success: { status: 204 },
  uses: ['users:write'],
  audits: ['MEMBER_REMOVED'],
});
