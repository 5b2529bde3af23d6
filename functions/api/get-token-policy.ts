import { getTokenPolicy as endpoint } from '#contract/endpoints/pats.ts';
import { getTokenPolicy } from '#domain/tokens/get-token-policy.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenPolicyReader } from '../support/providers/token-policy-read.ts';

export const operation = implement(endpoint, getTokenPolicy);
export const handler = onApiGateway(operation, { 'token-policy:read': tokenPolicyReader });
