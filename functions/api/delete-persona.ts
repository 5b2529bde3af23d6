import { deletePersona as endpoint } from '#contract/endpoints/personas.ts';
import { deletePersona } from '#domain/personas/delete-persona.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { personaReader } from '../support/providers/personas-read.ts';
import { personaWriter } from '../support/providers/personas-write.ts';

export const operation = implement(endpoint, deletePersona);
export const handler = onApiGateway(operation, { 'personas:read': personaReader, 'personas:write': personaWriter });
