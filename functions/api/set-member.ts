import { setMember as endpoint } from '#contract/endpoints/users.ts';
import { setMember } from '#domain/users/set-member.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { userWriter } from '../support/providers/users-write.ts';

export const operation = implement(endpoint, setMember);
export const handler = onApiGateway(operation, { 'users:write': userWriter });
