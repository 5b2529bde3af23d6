import { inviteUser as endpoint } from '#contract/endpoints/users.ts';
import { inviteUser } from '#domain/users/invite-user.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { userCreator } from '../support/providers/users-create.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, inviteUser);
export const handler = onApiGateway(operation, {
  'users:create': userCreator,
  'workspaces:read': workspaceReader,
  'plans:read': planReader,
});
