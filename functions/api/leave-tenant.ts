import { leaveTenant as endpoint } from '#contract/endpoints/invitations.ts';
import { leaveTenant } from '#domain/invitations/leave-tenant.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { tenantCloser } from '../support/providers/tenants-close.ts';
import { userRemover } from '../support/providers/users-delete.ts';
import { userReader } from '../support/providers/users-read.ts';

export const operation = implement(endpoint, leaveTenant);
export const handler = onApiGateway(operation, {
  'users:read': userReader,
  'users:delete': userRemover,
  'tenants:close': tenantCloser,
  'plans:read': planReader,
});
