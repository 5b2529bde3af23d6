import { getUser as endpoint } from '#contract/endpoints/users.ts';
import { getUser } from '#domain/users/get-user.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { userReader } from '../support/providers/users-read.ts';

export const operation = implement(endpoint, getUser);
export const handler = onApiGateway(operation, { 'users:read': userReader });
