import { listInvitationLinks as endpoint } from '#contract/endpoints/invitation-links.ts';
import { listInvitationLinks } from '#domain/invitations/list-invitation-links.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { linkReader } from '../support/providers/links-read.ts';

export const operation = implement(endpoint, listInvitationLinks);
export const handler = onApiGateway(operation, { 'links:read': linkReader });
