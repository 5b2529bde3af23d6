import { acceptInvitation as endpoint } from '#contract/endpoints/invitations.ts';
import { acceptInvitation } from '#domain/invitations/accept-invitation.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { invitationAccepter } from '../support/providers/invitations-accept.ts';
import { limitReader } from '../support/providers/limits-read.ts';
import { signInWriter } from '../support/providers/sign-ins-write.ts';
import { tenantCloser } from '../support/providers/tenants-close.ts';

export const operation = implement(endpoint, acceptInvitation);
export const handler = onApiGateway(operation, {
  'invitations:accept': invitationAccepter,
  'limits:read': limitReader,
  'tenants:close': tenantCloser,
  'sign-ins:write': signInWriter,
});
