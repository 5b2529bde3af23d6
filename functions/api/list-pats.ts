import { listPats as endpoint } from '#contract/endpoints/pats.ts';
import { listPats } from '#domain/tokens/list-pats.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenReader } from '../support/providers/tokens-read.ts';

export const operation = implement(endpoint, listPats);
export const handler = onApiGateway(operation, { 'tokens:read': tokenReader });
