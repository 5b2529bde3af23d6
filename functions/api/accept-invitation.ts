import { acceptInvitation as endpoint } from '#contract/endpoints/invitations.ts';
import { acceptInvitation } from '#domain/invitations/accept-invitation.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { invitationAccepter } from '../support/providers/invitations-accept.ts';
import { invitationFinder } from '../support/providers/invitations-find.ts';
import { limitReader } from '../support/providers/limits-read.ts';
import { linkUse } from '../support/providers/links-use.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { tenantCloser } from '../support/providers/tenants-close.ts';
import { txtRecords } from '../support/providers/txt-records-read.ts';
import { joins } from '../support/providers/users-join.ts';

export const operation = implement(endpoint, acceptInvitation);
export const handler = onApiGateway(operation, {
  'invitations:find': invitationFinder,
  'invitations:accept': invitationAccepter,
  'links:use': linkUse,
  'users:join': joins,
  'txt-records:read': txtRecords,
  'plans:read': planReader,
  'limits:read': limitReader,
  'tenants:close': tenantCloser,
});
