import { removeMember as endpoint } from '#contract/endpoints/users.ts';
import { removeMember } from '#domain/users/remove-member.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { userWriter } from '../support/providers/users-write.ts';

export const operation = implement(endpoint, removeMember);
export const handler = onApiGateway(operation, { 'users:write': userWriter });
