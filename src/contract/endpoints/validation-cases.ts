import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { optional, text, uuid } from '../schemas/primitives.ts';
import { generationHandle, generationRequest, generationStatus, validationCase } from '../schemas/validation-cases.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/validation-cases';

export const listValidationCases = defineEndpoint({
  operationId: 'listValidationCases',
  method: 'GET',
  path,
  summary: 'List the validation cases of a project, those generated last first',
  tags: ['Validation cases'],
  permission: 'workspace:read',
  request: { query: { ...pageQuery, featureId: optional(uuid), status: optional(text(200)) } },
  success: { status: 200, body: paged(validationCase) },
  uses: ['cases:read', 'documents:read', 'builds:read', 'blobs:read'],
});

export const generateValidationCases = defineEndpoint({
  operationId: 'generateValidationCases',
  method: 'POST',
  path: `${path}/generate`,
  summary: 'Start to generate validation cases from the documents of a feature',
  tags: ['Validation cases'],
  permission: 'generation:start',
  container: 'FEATURE_OF_BODY',
  request: { body: generationRequest },
  success: { status: 202, body: generationHandle },
  quotas: [{ limit: 10, windowSeconds: 60, per: 'tenant', of: 'generations' }],
  uses: ['cases:start', 'generations:start', 'plans:read', 'models:read', 'llm-keys:read', 'allowance:reserve'],
  errors: ['AI_ALLOWANCE_EXHAUSTED', 'DAILY_AI_CAP_REACHED', 'DEPENDENCY_UNAVAILABLE'],
});

export const getGenerationStatus = defineEndpoint({
  operationId: 'getGenerationStatus',
  method: 'GET',
  path: `${path}/generate/status/{workflowId}`,
  summary: 'Show how far a generation has come',
  tags: ['Validation cases'],
  permission: 'workspace:read',
  request: { path: { workflowId: text(200) } },
  success: { status: 200, body: generationStatus },
  uses: ['cases:read'],
});
