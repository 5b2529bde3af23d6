import { createInvitationLink as endpoint } from '#contract/endpoints/invitation-links.ts';
import { createInvitationLink } from '#domain/invitations/create-invitation-link.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { linkCreator } from '../support/providers/links-create.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, createInvitationLink);
export const handler = onApiGateway(operation, { 'links:create': linkCreator, 'workspaces:read': workspaceReader });
