import { defineEndpoint } from '../define-endpoint.ts';
import { signedStatement } from '../schemas/attestations.ts';

const feature = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}';

export const getRunAttestation = defineEndpoint({
  operationId: 'getRunAttestation',
  method: 'GET',
  path: `${feature}/verifier-runs/{runId}/attestation`,
  summary: 'Get a signed record of a test run, to be verified offline',
  tags: ['Runs'],
  permission: 'workspace:read',
  success: { status: 200, body: signedStatement },
  timeoutSeconds: 29,
  uses: ['runs:read', 'results:read', 'builds:read', 'blobs:read', 'cases:read', 'documents:read', 'verifiers:sign'],
});
