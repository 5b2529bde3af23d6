import { expect } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { mintScope } from '#domain/access/scope.ts';
import { allowanceOf } from '#domain/billing/allowance-rules.ts';
import { grantedPlan } from '#domain/billing/plan.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { aDocument, generate } from '../support/generate.ts';
import { localPorts } from '../support/local-ports.ts';
import { casesFor, openModelServer, tokensPerAnswer } from '../support/model-server.ts';
import { openScenario, type Tenant, testInProcess, testWithActors } from '../support/scenario.ts';

const server = await openModelServer();
const host = new URL(server.url).host;
const asked: string[] = [];
/** The model of the deployment. */
const ours = {
  name: 'openai:ours',
  ask: async ({ material }: { material: string }) => {
    asked.push(material);
    return { content: casesFor(material), tokens: 7 };
  },
};
const scenario = await openScenario(localPorts(ours, [host]));
const path = '/api/manage/llm-keys';
const key = { provider: 'OPENAI', model: 'own-model', apiKey: 'sk-canary-0123456789', baseUrl: `${server.url}/v1` };

/** Generates cases of a new feature with one document. */
const generateFor = async (tenant: Tenant) => {
  const project = await aProject(tenant);
  const feature = await aFeature(tenant, project);
  await aDocument(tenant.owner, feature.path);
  const done = await generate(tenant.owner, project.path, feature.id);
  const cases = await tenant.owner.get<{ data: { enrichmentModelVersion: string }[] }>(
    `${project.path}/validation-cases?featureId=${feature.id}`,
  );
  return { done, model: cases.body.data[0]?.enrichmentModelVersion };
};

const ledger = async ({ tenantId }: Tenant) => {
  const { items } = await scenario.target.tables!(tenantId).query({ pk: `T#${tenantId}#TOK` });
  const periods = items.filter(({ sk }) => !sk.startsWith('C#'));
  return { calls: items.filter(({ sk }) => sk.startsWith('C#')), used: periods.map((item) => item['used']) };
};

testInProcess('202: the own key does the work; it is recorded and counted 0', async () => {
  server.says(({ material }) => ({ json: casesFor(material) }));
  asked.length = 0;
  const tenant = await scenario.aTenant('PRO');
  expect((await tenant.owner.put(path, key)).status).toBe(200);
  const { done, model } = await generateFor(tenant);
  expect([done, model]).toMatchObject([{ status: 'COMPLETED', persistedCases: 6 }, 'openai:own-model']);
  expect(server.asked[0]!.headers['authorization']).toBe('Bearer sk-canary-0123456789');
  expect(asked).toEqual([]);
  const { calls, used } = await ledger(tenant);
  expect(calls).toMatchObject([{ own: true, state: 'SETTLED', used: tokensPerAnswer, tokens: 0 }]);
  expect(used).toEqual([]);
});

testInProcess('202: with an own key a used-up allowance stops nobody', async () => {
  server.says(({ material }) => ({ json: casesFor(material) }));
  const tenant = await scenario.aTenant('PRO');
  const table = scenario.target.tables!(tenant.tenantId);
  const scope = mintScope.tenant(tenant.tenantId);
  const { month } = allowanceOf(await new PlanRepository(scenario.target.tables!).get(scope), new Date());
  const spent = { used: 15_000_000, reserved: 0, total: 15_000_000 };
  await table.put({ ...keys.allowance(scope, 'month', month.name), ...spent });
  const project = await aProject(tenant);
  const { id: featureId } = await aFeature(tenant, project);
  const refused = await tenant.owner.post(`${project.path}/validation-cases/generate`, { featureId });
  expect([refused.status, refused.body.code]).toEqual([402, 'AI_ALLOWANCE_EXHAUSTED']);
  await tenant.owner.put(path, key);
  expect((await generateFor(tenant)).done).toMatchObject({ status: 'COMPLETED' });
  expect((await ledger(tenant)).used).toEqual([15_000_000]);
});

testInProcess('202: on FREE the key is stored and unused: our model works, and is counted', async () => {
  server.says(({ material }) => ({ json: casesFor(material) }));
  const tenant = await scenario.aTenant('PRO');
  await tenant.owner.put(path, key);
  const plan = { ...keys.plan(mintScope.tenant(tenant.tenantId)), ...grantedPlan('FREE') };
  await scenario.target.tables!(tenant.tenantId).put(plan);
  const { done, model } = await generateFor(tenant);
  expect([done['status'], model]).toEqual(['COMPLETED', 'openai:ours']);
  expect(server.asked).toEqual([]);
  expect((await ledger(tenant)).used).toEqual([7, 7]);
});

testInProcess('202: a key that its server refuses ends the generation, and no case is stored', async () => {
  server.says(() => ({ status: 401 }));
  const tenant = await scenario.aTenant('TEAM');
  await tenant.owner.put(path, key);
  const { done } = await generateFor(tenant);
  expect(done).toMatchObject({ status: 'FAILED', persistedCases: 0 });
  expect(done['message']).toContain('own-model refuses our requests (401)');
  expect(JSON.stringify(done)).not.toContain('canary');
});

testWithActors('202: a server whose address is not public is never asked, whatever its name said before', async () => {
  const tenant = await scenario.aTenant('TEAM');
  expect((await tenant.owner.put(path, { ...key, baseUrl: 'https://llm.example.com/v1' })).status).toBe(200);
  const table = scenario.target.tables!(tenant.tenantId);
  const stored = await table.get(keys.llmKey(mintScope.tenant(tenant.tenantId)));
  await table.put({ ...stored!, baseUrl: 'https://127.0.0.1:8443/v1' });
  const { done } = await generateFor(tenant);
  expect(done).toMatchObject({ status: 'FAILED', persistedCases: 0 });
  expect(done['message']).toContain('own-model could not be reached');
});
