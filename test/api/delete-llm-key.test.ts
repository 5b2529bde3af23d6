import { expect, test } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { grantedPlan } from '#domain/billing/plan.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/llm-keys';
const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const key = { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-canary-0123456789' };

test('204: the key is gone at once, once', async () => {
  await tenant.owner.put(path, key);
  expect((await tenant.owner.delete(path)).status).toBe(204);
  expect((await tenant.owner.get(path)).status).toBe(404);
  expect((await tenant.owner.delete(path)).status).toBe(404);
});

testWithActors('204: on FREE too: a key that was set before the fall is stored, shown, and can go', async () => {
  const fallen = await scenario.aTenant('PRO');
  await fallen.owner.put(path, key);
  const scope = mintScope.tenant(fallen.tenantId);
  await scenario.target.tables!(fallen.tenantId).put({ ...keys.plan(scope), ...grantedPlan('FREE') });
  expect((await fallen.owner.get(path)).body).toMatchObject({ last4: '6789' });
  expect((await fallen.owner.delete(path)).status).toBe(204);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'DELETE', path));

testWithActors('403: only Owners and Admins', async () => {
  await tenant.owner.put(path, key);
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')], 'DELETE', path);
  expect((await tenant.owner.get(path)).status).toBe(200);
});

testWithActors('404: where the tenant has none, whatever another has', async () => {
  await tenant.owner.put(path, key);
  await expectNotFound('DELETE', [[(await scenario.aTenant()).owner, path]]);
  expect((await tenant.owner.get(path)).status).toBe(200);
});
