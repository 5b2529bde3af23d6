import { defineEndpoint } from '../define-endpoint.ts';
import { completion, newCompletion } from '../schemas/assistance.ts';

/** To ask a model within the AI tokens of the tenant; its own LLM key where there is one. */
const asking = [
  'plans:read',
  'models:ask',
  'llm-keys:read',
  'llm-keys:decrypt',
  'own-models:ask',
  'allowance:reserve',
  'allowance:spend',
  'answers:keep',
] as const;

/** What an API of AWS waits for is 30 s; a model gets 20 s of them. */
const shared = {
  permission: 'generation:start',
  container: 'PATH',
  timeoutSeconds: 29,
  errors: ['AI_ALLOWANCE_EXHAUSTED', 'DAILY_AI_CAP_REACHED'],
} as const;

export const completeText = defineEndpoint({
  operationId: 'completeText',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/completions',
  summary: 'Suggest what may stand at the cursor of a document or a page; nothing is stored',
  tags: ['Notebooks'],
  ...shared,
  request: { body: newCompletion },
  success: { status: 200, body: completion },
  uses: asking,
});
