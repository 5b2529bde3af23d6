import { createPersona as endpoint } from '#contract/endpoints/personas.ts';
import { createPersona } from '#domain/personas/create-persona.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { personaWriter } from '../support/providers/personas-write.ts';
import { secretCipher } from '../support/providers/secrets-encrypt.ts';

export const operation = implement(endpoint, createPersona);
export const handler = onApiGateway(operation, { 'personas:write': personaWriter, 'secrets:encrypt': secretCipher });
