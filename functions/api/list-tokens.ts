import { listTokens as endpoint } from '#contract/endpoints/pats.ts';
import { listTokens } from '#domain/tokens/list-tokens.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenReader } from '../support/providers/tokens-read.ts';
import { userReader } from '../support/providers/users-read.ts';

export const operation = implement(endpoint, listTokens);
export const handler = onApiGateway(operation, { 'tokens:read': tokenReader, 'users:read': userReader });
