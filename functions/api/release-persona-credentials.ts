import { releasePersonaCredentials as endpoint } from '#contract/endpoints/persona-credentials.ts';
import { releasePersonaCredentials } from '#domain/personas/release-persona-credentials.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { personaSecrets } from '../support/providers/persona-secrets-release.ts';
import { personaReader } from '../support/providers/personas-read.ts';
import { secretReleaser } from '../support/providers/secrets-decrypt.ts';

export const operation = implement(endpoint, releasePersonaCredentials);
export const handler = onApiGateway(operation, {
  'personas:read': personaReader,
  'persona-secrets:release': personaSecrets,
  'secrets:decrypt': secretReleaser,
});
