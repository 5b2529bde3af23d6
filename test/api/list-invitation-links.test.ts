import { expect, test } from 'vitest';
import { expectForbidden, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { aLink, linksPath as path } from '../support/newcomers.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();

test('200: newest first, without the secrets', async () => {
  const tenant = await scenario.aTenant();
  const { token, acceptUrl: _url, ...first } = await aLink(tenant);
  const { token: other, acceptUrl: _other, ...second } = await aLink(tenant, { email: 'dana@example.test' });
  const { status, body, text } = await tenant.owner.get<{ data: unknown[] }>(path);
  expect(status).toBe(200);
  expect(body.data).toEqual([second, first]);
  for (const secret of [token, other]) expect(text).not.toContain(secret);
});

test('400: pages keep to their bounds', async () => {
  const tenant = await scenario.aTenant();
  await aLink(tenant);
  await aLink(tenant);
  await expectPaging(tenant.owner, path);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: Members and Viewers see none', async () => {
  const tenant = await scenario.aTenant();
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')], 'GET', path);
});
