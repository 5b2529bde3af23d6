import { expect } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { mintScope } from '#domain/access/scope.ts';
import { allowanceOf } from '#domain/billing/allowance-rules.ts';
import type { LanguageModel, ModelAnswer, Question } from '#domain/ports/language-model.ts';
import type { Answer, AnyBody, Scenario, Tenant } from './scenario.ts';

/** A model of a test, which says what the test has it say and writes down what it was asked. */
export const saying = () => {
  const model = {
    name: 'openai:any' as string | null,
    asked: [] as Question[],
    says: (_question: Question): ModelAnswer | Promise<ModelAnswer> => ({ content: null, tokens: 0 }),
    ask: async (question: Question): Promise<ModelAnswer> => {
      model.asked.push(question);
      return model.says(question);
    },
  };
  return model satisfies LanguageModel;
};

/**
 * The deployment's model is the emulator's, which says the same to all: no answer of the AI endpoints holds, and rules
 * answer with a note.
 */
export const isEmulatedModel = process.env['API_TARGET'] !== undefined;
export const noteWithoutModel: unknown = isEmulatedModel ? expect.any(String) : null;

/** The rules have answered with a note, and nothing stays reserved. */
export const expectRulesAnswered = async (scenario: Scenario, tenant: Tenant, body: unknown): Promise<void> => {
  expect(body).toMatchObject({ answeredBy: 'rules/1', note: expect.any(String) });
  expect((await monthOf(scenario, tenant)).reserved).toBe(0);
};

/** AI tokens of the tenant's month. */
export const monthOf = async (
  scenario: Scenario,
  { tenantId }: Tenant,
): Promise<{ used: number; reserved: number }> => {
  const { items } = await scenario.target.tables!(tenantId).query({
    pk: `T#${tenantId}#TOK`,
    sk: { beginsWith: 'M#' },
  });
  return { used: Number(items[0]?.['used'] ?? 0), reserved: Number(items[0]?.['reserved'] ?? 0) };
};

/** What is left of the tenant's month is one AI token. */
export const spendAllButOne = async (scenario: Scenario, { tenantId }: Tenant): Promise<number> => {
  const [tables, scope] = [scenario.target.tables!, mintScope.tenant(tenantId)];
  const { month } = allowanceOf(await new PlanRepository(tables).get(scope), new Date());
  const used = month.limit! - 1;
  await tables(tenantId).put({ ...keys.allowance(scope, 'month', month.name), used, reserved: 0, total: used });
  return used;
};

/** With one AI token left: the call under way completes and is counted, the next is told to upgrade, and what is no AI goes on. */
export const expectExhaustion = async (
  scenario: Scenario,
  tenant: Tenant,
  call: () => Promise<Answer<AnyBody>>,
  tokens: number,
): Promise<void> => {
  const before = await spendAllButOne(scenario, tenant);
  const completed = await call();
  expect(completed.status, completed.text).toBe(200);
  expect(await monthOf(scenario, tenant)).toEqual({ used: before + tokens, reserved: 0 });
  const refused = await call();
  expect([refused.status, refused.body.code]).toEqual([402, 'AI_ALLOWANCE_EXHAUSTED']);
  expect(refused.body['detail']).toContain('upgrade');
  expect(await monthOf(scenario, tenant)).toEqual({ used: before + tokens, reserved: 0 });
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  expect((await tenant.owner.post(projects, { name: 'Without AI' })).status).toBe(201);
};

/** The own LLM key of a tenant is what asks; a server whose address is not public is never reached, and the rules answer. */
export const expectOwnKeyAsks = async (
  scenario: Scenario,
  tenant: Tenant,
  call: () => Promise<Answer<AnyBody>>,
): Promise<void> => {
  const baseUrl = 'https://llm.example.com/v1';
  const key = { provider: 'OPENAI', model: 'own-model', apiKey: 'sk-canary-0123456789', baseUrl };
  expect((await tenant.owner.put('/api/manage/llm-keys', key)).status).toBe(200);
  const table = scenario.target.tables!(tenant.tenantId);
  const stored = await table.get(keys.llmKey(mintScope.tenant(tenant.tenantId)));
  await table.put({ ...stored!, baseUrl: 'https://127.0.0.1:8443/v1' });
  const answer = await call();
  const note = expect.stringContaining('own-model could not be reached');
  expect(answer.body).toMatchObject({ answeredBy: 'rules/1', note });
  expect(answer.text).not.toContain('canary');
};
