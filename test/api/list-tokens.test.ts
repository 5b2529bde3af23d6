import { expect, test } from 'vitest';
import { expectForbidden, expectInvalidQuery, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

type List = { data: { id: string; name: string; userId: string; access: string }[]; totalElements: number };

const path = '/api/manage/tokens';
const scenario = await openScenario();
const tenant = await scenario.aTenant();

testWithActors('200: an Owner and an Admin see the tokens of every user, newest first, without secrets', async () => {
  const own = await scenario.aTenant();
  const [member, admin] = [await scenario.anEditor(own), await scenario.aUser(own, 'ADMIN')];
  await member.post('/api/v1/pats', { name: 'Of the member', access: 'RECORD' });
  for (const caller of [own.owner, admin]) {
    const { body, text } = await caller.get<List>(path);
    expect(body.data.map(({ name, userId }) => [name, userId])).toEqual([
      ['Of the member', member.userId],
      ['Test token', admin.userId],
      ['Test token', member.userId],
      ['First token', own.userId],
    ]);
    expect(body.data[0]!.access).toBe('RECORD');
    expect(text).not.toMatch(/dzy_[0-9A-Za-z]{9}|digest/);
  }
  expect((await own.owner.get<List>(`${path}?name=member`)).body.totalElements).toBe(1);
});

test('400: pages keep to their bounds', async () => {
  await expectPaging(tenant.owner, path);
  await expectInvalidQuery(tenant.owner, path, [`name=${'x'.repeat(201)}`]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: a Member sees no tokens of others', async () => {
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aViewer(tenant)], 'GET', path);
});
