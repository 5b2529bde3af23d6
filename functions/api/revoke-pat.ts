import { revokePat as endpoint } from '#contract/endpoints/pats.ts';
import { revokePat } from '#domain/tokens/revoke-pat.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { tokenReader } from '../support/providers/tokens-read.ts';
import { tokenWriter } from '../support/providers/tokens-write.ts';

export const operation = implement(endpoint, revokePat);
export const handler = onApiGateway(operation, { 'tokens:read': tokenReader, 'tokens:write': tokenWriter });
