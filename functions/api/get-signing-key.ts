import { getSigningKey as endpoint } from '#contract/endpoints/signing-key.ts';
import { getSigningKey } from '#domain/builds/get-signing-key.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { signingKeyReader } from '../support/providers/signing-key-read.ts';

export const operation = implement(endpoint, getSigningKey);
export const handler = onApiGateway(operation, { 'signing-key:read': signingKeyReader });
