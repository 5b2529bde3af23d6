import { expect, test } from 'vitest';
import { expectInvalidQuery, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

type List = { data: { id: string; name: string; tokenPrefix: string; lastUsedAt: string | null }[] };

const path = '/api/v1/pats';
const scenario = await openScenario();
const tenant = await scenario.aTenant();
const mark = `pat-${Date.now().toString(36)}`;
for (const name of ['deploy', 'nightly', 'Deploy again']) await tenant.owner.post(path, { name: `${mark} ${name}` });

const names = async (query: string) =>
  (await tenant.owner.get<List>(`${path}?${query}`)).body.data.map(({ name }) => name.replace(`${mark} `, ''));

test('200: newest first, by a part of the name or a wildcard', async () => {
  expect(await names(`name=${mark}`)).toEqual(['Deploy again', 'nightly', 'deploy']);
  expect(await names(`name=${mark}%20DEPLOY`)).toEqual(['Deploy again', 'deploy']);
  expect(await names(`name=${mark}*y`)).toEqual(['nightly', 'deploy']);
});

test('200: only the prefix is shown, never a token', async () => {
  const { text, body } = await tenant.owner.get<List>(path);
  for (const token of body.data) {
    expect(token.tokenPrefix).toMatch(/^dzy_[0-9A-Za-z]{8}$/);
    expect(Object.keys(token)).not.toContain('token');
  }
  expect(text).not.toMatch(/dzy_[0-9A-Za-z]{9}/);
});

test('200: the token in use shows when it was used', async () => {
  const { body } = await tenant.owner.post<{ token: string; id: string }>(path, { name: `${mark}-used` });
  const seen = async () => (await tenant.owner.get<List>(`${path}?name=${mark}-used`)).body.data[0]?.lastUsedAt;
  expect(await seen()).toBeNull();
  await scenario.callerWith(body.token).get('/api/v1/me');
  expect(await seen()).toMatch(/^\d{4}-\d\d-\d\dT/);
});

testWithActors("200: nobody sees another user's tokens, a workspace token only those of its workspace", async () => {
  const own = await scenario.aTenant();
  const member = await scenario.anEditor(own);
  const narrow = { name: 'Narrow', scope: 'WORKSPACE', workspaceId: own.workspaceId };
  const { body } = await own.owner.post<{ token: string }>(path, narrow);
  const seen = async (caller: typeof member | typeof own.owner) =>
    (await caller.get<List>(path)).body.data.map(({ name }) => name);
  expect(await seen(own.owner)).toEqual(['Narrow', 'First token']);
  expect(await seen(member)).toEqual(['Test token']);
  expect(await seen(Object.assign(scenario.callerWith(body.token), { userId: own.userId }))).toEqual(['Narrow']);
});

test('400: pages keep to their bounds', async () => {
  await expectPaging(tenant.owner, path);
  await expectInvalidQuery(tenant.owner, path, [`name=${'x'.repeat(201)}`]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
