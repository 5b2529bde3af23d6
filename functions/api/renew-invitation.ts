import { renewInvitation as endpoint } from '#contract/endpoints/users.ts';
import { renewInvitation } from '#domain/invitations/renew-invitation.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { userCreator } from '../support/providers/users-create.ts';
import { userReader } from '../support/providers/users-read.ts';

export const operation = implement(endpoint, renewInvitation);
export const handler = onApiGateway(operation, { 'users:read': userReader, 'users:create': userCreator });
