import { expect, test } from 'vitest';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/llm-keys';
const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const key = { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-canary-0123456789' };

testWithActors('200: an Owner and an Admin see provider, model, server and the last four characters', async () => {
  await tenant.owner.put(path, { ...key, baseUrl: 'https://llm.example.com/v1' });
  for (const caller of [tenant.owner, await scenario.aUser(tenant, 'ADMIN')]) {
    const { status, body } = await caller.get(path);
    expect([status, body]).toEqual([
      200,
      { provider: 'OPENAI', model: 'gpt-5.2', baseUrl: 'https://llm.example.com/v1', last4: '6789', usedBy: 'ALL_AI' },
    ]);
  }
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: only Owners and Admins', async () => {
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')], 'GET', path);
});

testWithActors('404: where the tenant has none, whatever another has', async () => {
  await tenant.owner.put(path, key);
  await expectNotFound('GET', [[(await scenario.aTenant()).owner, path]]);
});
