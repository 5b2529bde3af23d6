import { listUsers as endpoint } from '#contract/endpoints/users.ts';
import { listUsers } from '#domain/users/list-users.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { userReader } from '../support/providers/users-read.ts';

export const operation = implement(endpoint, listUsers);
export const handler = onApiGateway(operation, { 'users:read': userReader });
