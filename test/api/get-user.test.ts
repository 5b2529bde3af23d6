import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const users = '/api/manage/users';
const scenario = await openScenario();

test('200: the user that was invited', async () => {
  const { owner } = await scenario.aTenant();
  const invited = await owner.post(users, { email: `${Date.now()}@example.test`, role: 'VIEWER' });
  const answer = await owner.get(String(invited.headers['location']));
  expect(answer.status).toBe(200);
  const { invitation: _secret, ...shown } = invited.body;
  expect(answer.body).toEqual(shown);
  expect(answer.body['status']).toBe('INVITED');
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', `${users}/${absentId}`));

testWithActors('403: only Owners and Admins', async () => {
  const tenant = await scenario.aTenant();
  const member = await scenario.anEditor(tenant);
  await expectForbidden([member], 'GET', `${users}/${member.userId}`);
});

testWithActors('404: a user of another tenant looks like none', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aTenant();
  const cases = [other.userId, absentId].map((id) => [tenant.owner, `${users}/${id}`] as const);
  await expectNotFound('GET', cases);
});
