import { defineEndpoint } from '../define-endpoint.ts';
import { signingKey } from '../schemas/signing-key.ts';

export const getSigningKey = defineEndpoint({
  operationId: 'getSigningKey',
  method: 'GET',
  path: '/api/v1/signing-key',
  summary: 'Show the public key that verifiers are checked with',
  tags: ['Verifier'],
  permission: 'self:read',
  success: { status: 200, body: signingKey },
  uses: ['signing-key:read'],
});
