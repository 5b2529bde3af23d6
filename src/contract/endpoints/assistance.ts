import { defineEndpoint } from '../define-endpoint.ts';
import {
  chatAnswer,
  completion,
  draft,
  newChat,
  newCompletion,
  newDraft,
  workbookSweep,
} from '../schemas/assistance.ts';

const feature = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}';

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

export const createDraft = defineEndpoint({
  operationId: 'createDraft',
  method: 'POST',
  path: `${feature}/drafts`,
  summary: 'Draft a section of requirements or a workbook journey from the spec and a title; nothing is stored',
  tags: ['Documents'],
  ...shared,
  request: { body: newDraft },
  success: { status: 200, body: draft },
  uses: [...asking, 'blobs:read'],
});

export const chat = defineEndpoint({
  operationId: 'chat',
  method: 'POST',
  path: `${feature}/chat`,
  summary: 'Answer a question about a feature or a run, only with facts of the service; nothing is stored',
  tags: ['Coverage'],
  ...shared,
  request: { body: newChat },
  success: { status: 200, body: chatAnswer },
  uses: [...asking, 'blobs:read', 'waivers:read', 'workbooks:read', 'cases:read', 'documents:read'],
});

export const sweepWorkbook = defineEndpoint({
  operationId: 'sweepWorkbook',
  method: 'POST',
  path: `${feature}/workbook/sweep`,
  summary: 'Find unbound, stale and contradicting journeys of a workbook; nothing is changed',
  tags: ['Workbooks'],
  ...shared,
  success: { status: 200, body: workbookSweep },
  uses: [...asking, 'blobs:read', 'workbooks:read'],
});

export const completeText = defineEndpoint({
  operationId: 'completeText',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/completions',
  summary: 'Suggest what may stand at the cursor of a document or a page; nothing is stored',
  tags: ['Notebooks'],
  ...shared,
  request: { body: newCompletion },
  success: { status: 200, body: completion, orAs: 'text/event-stream' },
  uses: asking,
});
