import { createPat as endpoint } from '#contract/endpoints/pats.ts';
import { createPat } from '#domain/tokens/create-pat.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenWriter } from '../support/providers/tokens-write.ts';
import { signInWriter } from '../support/providers/sign-ins-write.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, createPat);
export const handler = onApiGateway(operation, {
  'tokens:write': tokenWriter,
  'workspaces:read': workspaceReader,
  'sign-ins:write': signInWriter,
});
