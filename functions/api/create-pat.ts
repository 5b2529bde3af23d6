import { createPat as endpoint } from '#contract/endpoints/pats.ts';
import { createPat } from '#domain/tokens/create-pat.ts';
import { firstSignIn } from '#domain/access/first-sign-in.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenPolicyReader } from '../support/providers/token-policy-read.ts';
import { tokenWriter } from '../support/providers/tokens-write.ts';
import { firstSignInProviders } from '../support/providers/first-sign-in.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, createPat, firstSignIn);
export const handler = onApiGateway(operation, {
  'tokens:write': tokenWriter,
  'token-policy:read': tokenPolicyReader,
  'workspaces:read': workspaceReader,
  ...firstSignInProviders,
});
