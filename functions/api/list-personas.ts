import { listPersonas as endpoint } from '#contract/endpoints/personas.ts';
import { listPersonas } from '#domain/personas/list-personas.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { personaReader } from '../support/providers/personas-read.ts';

export const operation = implement(endpoint, listPersonas);
export const handler = onApiGateway(operation, { 'personas:read': personaReader });
