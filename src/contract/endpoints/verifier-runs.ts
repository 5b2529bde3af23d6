import { defineEndpoint, inlineDocumentBytes } from '../define-endpoint.ts';
import { uploadQuota } from '../fair-use.ts';
import { recordedRun, runToRecord } from '../schemas/recorded-runs.ts';
import { newUpload, upload } from '../schemas/uploads.ts';

const feature = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}';

export const recordRun = defineEndpoint({
  operationId: 'recordRun',
  method: 'POST',
  path: `${feature}/verifier-runs`,
  summary: 'Record the result document of a verifier run',
  tags: ['Runs'],
  permission: 'run:record',
  container: 'PATH',
  request: { body: runToRecord, maxBodyBytes: inlineDocumentBytes },
  success: {
    status: 201,
    body: recordedRun,
    links: {
      getRun: { runId: '$response.body#/run/runId' },
      getResult: { runId: '$response.body#/run/runId', testCaseId: '$response.body#/journeys/0/testCaseId' },
    },
  },
  timeoutSeconds: 29,
  memoryMb: 1769,
  uses: [
    'builds:read',
    'runs:write',
    'results:read',
    'uploads:read',
    'uploads:fetch',
    'blobs:read',
    'blobs:write',
    'waivers:read',
    'workbooks:read',
  ],
  quotas: [{ limit: 60, windowSeconds: 60, per: 'project', of: 'recorded runs' }, uploadQuota],
  errors: ['RESULT_MISMATCH', 'UPLOAD_INCOMPLETE', 'DEPENDENCY_UNAVAILABLE'],
});

export const createUpload = defineEndpoint({
  operationId: 'createUpload',
  method: 'POST',
  path: `${feature}/uploads`,
  summary: 'Get a URL to upload what is too large for a request',
  tags: ['Runs'],
  permission: 'run:record',
  container: 'PATH',
  request: { body: newUpload },
  // Whoever has the URL may upload.
  success: { status: 201, body: upload, isSecret: true },
  uses: ['uploads:write', 'uploads:sign'],
  quotas: [{ limit: 60, windowSeconds: 60, per: 'project', of: 'uploads' }, uploadQuota],
});
