import { deleteUser as endpoint } from '#contract/endpoints/users.ts';
import { deleteUser } from '#domain/users/delete-user.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { userReader } from '../support/providers/users-read.ts';
import { invitationRevoker } from '../support/providers/invitations-revoke.ts';
import { userRemover } from '../support/providers/users-delete.ts';

export const operation = implement(endpoint, deleteUser);
export const handler = onApiGateway(operation, {
  'users:read': userReader,
  'users:delete': userRemover,
  'invitations:revoke': invitationRevoker,
  'plans:read': planReader,
});
