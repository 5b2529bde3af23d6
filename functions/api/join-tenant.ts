import { joinTenant as endpoint } from '#contract/endpoints/joining.ts';
import { joinTenant } from '#domain/joining/join-tenant.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { invitationAccepter } from '../support/providers/invitations-accept.ts';
import { limitReader } from '../support/providers/limits-read.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { tenantCloser } from '../support/providers/tenants-close.ts';
import { txtRecords } from '../support/providers/txt-records-read.ts';
import { joins } from '../support/providers/users-join.ts';

export const operation = implement(endpoint, joinTenant);
export const handler = onApiGateway(operation, {
  'users:join': joins,
  'invitations:accept': invitationAccepter,
  'plans:read': planReader,
  'limits:read': limitReader,
  'txt-records:read': txtRecords,
  'tenants:close': tenantCloser,
});
