import { changeUserRole as endpoint } from '#contract/endpoints/users.ts';
import { changeUserRole } from '#domain/users/change-user-role.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { userReader } from '../support/providers/users-read.ts';
import { userWriter } from '../support/providers/users-write.ts';

export const operation = implement(endpoint, changeUserRole);
export const handler = onApiGateway(operation, {
  'users:read': userReader,
  'users:write': userWriter,
  'plans:read': planReader,
});
