import { updateTokenPolicy as endpoint } from '#contract/endpoints/pats.ts';
import { updateTokenPolicy } from '#domain/tokens/update-token-policy.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenPolicyReader } from '../support/providers/token-policy-read.ts';
import { tokenPolicyWriter } from '../support/providers/token-policy-write.ts';

export const operation = implement(endpoint, updateTokenPolicy);
export const handler = onApiGateway(operation, {
  'token-policy:read': tokenPolicyReader,
  'token-policy:write': tokenPolicyWriter,
});
