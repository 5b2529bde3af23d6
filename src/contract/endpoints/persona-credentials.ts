import { defineEndpoint } from '../define-endpoint.ts';
import { credentialsRequest, releasedCredentials } from '../schemas/persona-credentials.ts';

export const releasePersonaCredentials = defineEndpoint({
  operationId: 'releasePersonaCredentials',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/persona-credentials',
  summary: 'Get the stored credentials that personas allow runs to use, encrypted to a one-time key',
  tags: ['Personas'],
  permission: 'run:record',
  container: 'PATH',
  request: { body: credentialsRequest },
  success: { status: 200, body: releasedCredentials, isSecret: true },
  uses: ['personas:read', 'persona-secrets:release', 'secrets:decrypt'],
  audits: ['PERSONA_CREDENTIALS_RELEASED'],
  quotas: [{ limit: 60, windowSeconds: 3600, per: 'user', of: 'releases of credentials' }],
});
