import { deleteUser as endpoint } from '#contract/endpoints/users.ts';
import { deleteUser } from '#domain/users/delete-user.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { userWriter } from '../support/providers/users-write.ts';

export const operation = implement(endpoint, deleteUser);
export const handler = onApiGateway(operation, { 'users:write': userWriter });
