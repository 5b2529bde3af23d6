import { absentId, aProject } from '../support/addresses.ts';
import type { Caller, Tenant } from '../support/scenario.ts';
import type { Prepared } from './joining-cases.ts';

const llmKeys = '/api/manage/llm-keys';

/** What changes workspaces, webhooks and the own LLM key, for the table of audit-entries.test.ts. */
export const tenantCases = (
  anEditor: (tenant: Tenant) => Promise<Caller>,
): Record<string, (tenant: Tenant) => Promise<Prepared>> => ({
  deleteWorkspace: async (tenant) => {
    const { body } = await tenant.owner.post('/api/manage/workspaces', { name: 'Empty' });
    return {
      success: { method: 'DELETE', path: `/api/manage/workspaces/${body.id}` },
      failure: { method: 'DELETE', path: `/api/manage/workspaces/${absentId}` },
      expected: { action: 'WORKSPACE_DELETED', target: { type: 'WORKSPACE', id: body.id }, metadata: {} },
    };
  },
  setLlmKey: async ({ tenantId }) => {
    const body = { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-canary-secret' };
    return {
      success: { method: 'PUT', path: llmKeys, body: { ...body, baseUrl: 'https://llm.example.com/canary-secret' } },
      failure: { method: 'PUT', path: llmKeys, body: { ...body, baseUrl: 'https://localhost/canary-secret' } },
      expected: {
        action: 'LLM_KEY_SET',
        target: { type: 'TENANT', id: tenantId },
        metadata: { provider: 'OPENAI', model: 'gpt-5.2', host: 'llm.example.com' },
      },
    };
  },
  deleteLlmKey: async (tenant) => {
    await tenant.owner.put(llmKeys, { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-canary-secret' });
    return {
      success: { method: 'DELETE', path: llmKeys },
      failure: { method: 'DELETE', path: llmKeys, caller: await anEditor(tenant) },
      expected: { action: 'LLM_KEY_DELETED', target: { type: 'TENANT', id: tenant.tenantId }, metadata: {} },
    };
  },
  createWebhook: async (tenant) => {
    const path = `${(await aProject(tenant)).path}/webhooks`;
    return {
      success: { method: 'POST', path, body: { url: 'https://hooks.example.com/canary-secret' } },
      failure: { method: 'POST', path, body: { url: 'https://localhost/canary-secret' } },
      expected: { action: 'WEBHOOK_CREATED', target: { type: 'WEBHOOK' }, metadata: { host: 'hooks.example.com' } },
    };
  },
  deleteWebhook: async (tenant) => {
    const path = `${(await aProject(tenant)).path}/webhooks`;
    const { body } = await tenant.owner.post(path, { url: 'https://hooks.example.com/canary-secret' });
    return {
      success: { method: 'DELETE', path: `${path}/${body.id}` },
      failure: { method: 'DELETE', path: `${path}/${absentId}` },
      expected: { action: 'WEBHOOK_DELETED', target: { type: 'WEBHOOK', id: body.id }, metadata: {} },
    };
  },
});
