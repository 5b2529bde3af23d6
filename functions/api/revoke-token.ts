import { revokeToken as endpoint } from '#contract/endpoints/pats.ts';
import { revokeToken } from '#domain/tokens/revoke-token.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenReader } from '../support/providers/tokens-read.ts';
import { tokenWriter } from '../support/providers/tokens-write.ts';
import { userReader } from '../support/providers/users-read.ts';

export const operation = implement(endpoint, revokeToken);
export const handler = onApiGateway(operation, {
  'tokens:read': tokenReader,
  'tokens:write': tokenWriter,
  'users:read': userReader,
});
