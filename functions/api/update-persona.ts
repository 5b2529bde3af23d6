import { updatePersona as endpoint } from '#contract/endpoints/personas.ts';
import { updatePersona } from '#domain/personas/update-persona.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { personaReader } from '../support/providers/personas-read.ts';
import { personaWriter } from '../support/providers/personas-write.ts';
import { secretCipher } from '../support/providers/secrets-encrypt.ts';

export const operation = implement(endpoint, updatePersona);
export const handler = onApiGateway(operation, {
  'personas:read': personaReader,
  'personas:write': personaWriter,
  'secrets:encrypt': secretCipher,
});
