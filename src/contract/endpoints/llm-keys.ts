import { defineEndpoint } from '../define-endpoint.ts';
import { llmKey, newLlmKey } from '../schemas/llm-keys.ts';

const path = '/api/manage/llm-keys';

export const getLlmKey = defineEndpoint({
  operationId: 'getLlmKey',
  method: 'GET',
  path,
  summary: 'Show which own LLM key the tenant has, without the key',
  tags: ['Own LLM keys'],
  permission: 'tenant:manage',
  success: { status: 200, body: llmKey },
  uses: ['llm-keys:read'],
  errors: ['NOT_FOUND'],
});

export const setLlmKey = defineEndpoint({
  operationId: 'setLlmKey',
  method: 'PUT',
  path,
  summary: 'Have every AI action of the tenant done with an own LLM key; such calls do not count against the AI tokens',
  tags: ['Own LLM keys'],
  permission: 'tenant:manage',
  container: 'NONE',
  request: { body: newLlmKey },
  success: { status: 200, body: llmKey },
  uses: ['llm-keys:write', 'llm-keys:encrypt', 'webhook-targets:check'],
  audits: ['LLM_KEY_SET'],
  errors: ['TIER_REQUIRED'],
});

export const deleteLlmKey = defineEndpoint({
  operationId: 'deleteLlmKey',
  method: 'DELETE',
  path,
  summary: 'Delete the own LLM key of the tenant, at once and for good',
  tags: ['Own LLM keys'],
  permission: 'tenant:manage',
  container: 'NONE',
  success: { status: 204 },
  uses: ['llm-keys:write'],
  audits: ['LLM_KEY_DELETED'],
  errors: ['NOT_FOUND'],
});
