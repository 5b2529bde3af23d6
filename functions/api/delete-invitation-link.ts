import { deleteInvitationLink as endpoint } from '#contract/endpoints/invitation-links.ts';
import { deleteInvitationLink } from '#domain/invitations/delete-invitation-link.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { linkRemover } from '../support/providers/links-delete.ts';
import { linkReader } from '../support/providers/links-read.ts';

export const operation = implement(endpoint, deleteInvitationLink);
export const handler = onApiGateway(operation, { 'links:read': linkReader, 'links:delete': linkRemover });
