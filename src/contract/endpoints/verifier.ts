import { defineEndpoint } from '../define-endpoint.ts';
import { platform, verifierDownload } from '../schemas/builds.ts';
import { exampled } from '../schemas/primitives.ts';
import * as z from '../schemas/zod.ts';

/** The platform that every build has. */
const askedPlatform = exampled(z.enum(platform.options), 'node');

export const getVerifierDownload = defineEndpoint({
  operationId: 'getVerifierDownload',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/verifier',
  summary: 'Get a short-lived download URL for the verifier of a feature',
  tags: ['Verifier'],
  permission: 'workspace:read',
  request: { query: { platform: askedPlatform } },
  success: { status: 200, body: verifierDownload },
  uses: ['builds:read', 'blobs:sign'],
  errors: ['VERIFIER_NOT_READY'],
});
