import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { createdInvitationLink, invitationLink, newInvitationLink } from '../schemas/invitations.ts';

const path = '/api/manage/invitations';

export const listInvitationLinks = defineEndpoint({
  operationId: 'listInvitationLinks',
  method: 'GET',
  path,
  summary: 'List the invitation links of the tenant, newest first; those that are over for 30 days',
  tags: ['Users'],
  permission: 'user:manage',
  request: { query: pageQuery },
  success: { status: 200, body: paged(invitationLink) },
  uses: ['links:read'],
});

export const createInvitationLink = defineEndpoint({
  operationId: 'createInvitationLink',
  method: 'POST',
  path,
  summary: 'Create a link by which people join; the answer shows its secret once. A seat is taken when somebody joins',
  tags: ['Users'],
  permission: 'user:manage',
  container: 'NONE',
  request: { body: newInvitationLink },
  success: { status: 201, body: createdInvitationLink, isSecret: true },
  quotas: [{ limit: 60, windowSeconds: 3600, per: 'tenant', of: 'invitation links' }],
  uses: ['links:create', 'workspaces:read'],
  audits: ['INVITATION_LINK_CREATED'],
  errors: ['NOT_FOUND'],
});

export const deleteInvitationLink = defineEndpoint({
  operationId: 'deleteInvitationLink',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete an invitation link; who has joined by it stays',
  tags: ['Users'],
  permission: 'user:manage',
  container: 'NONE',
  success: { status: 204 },
  uses: ['links:read', 'links:delete'],
  audits: ['INVITATION_LINK_DELETED'],
});
