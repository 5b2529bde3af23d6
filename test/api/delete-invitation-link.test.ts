import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { acceptPath } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { aLink, aNewcomer, linksPath, type Me } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const people = await openPeople();
const scenario = await openScenario(localPorts(), people.manners);
const pathOf = (id: string): string => `${linksPath}/${id}`;

testWithActors('204: nobody joins by it any more, who has joined stays', async () => {
  const tenant = await scenario.aTenant();
  const { id, token } = await aLink(tenant);
  const [early, late] = [await aNewcomer(scenario, people), await aNewcomer(scenario, people)];
  expect((await early.caller.post(acceptPath(token))).status).toBe(200);
  expect((await tenant.owner.delete(pathOf(id))).status).toBe(204);
  expect((await late.caller.post(acceptPath(token))).status).toBe(404);
  expect((await early.caller.get<Me>('/api/v1/me')).body.tenantId).toBe(tenant.tenantId);
  expect((await tenant.owner.get<{ data: unknown[] }>(linksPath)).body.data).toEqual([]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'DELETE', pathOf(absentId)));

testWithActors('403: Members and Viewers delete none', async () => {
  const tenant = await scenario.aTenant();
  const { id } = await aLink(tenant);
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'DELETE', pathOf(id));
});

testWithActors('404: unknown, deleted, or of another tenant', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { id: foreign } = await aLink(other);
  const { id: deleted } = await aLink(tenant);
  await tenant.owner.delete(pathOf(deleted));
  await expectNotFound(
    'DELETE',
    [absentId, foreign, deleted].map((id) => [tenant.owner, pathOf(id)] as const),
  );
});
