import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/workspaces';
const scenario = await openScenario();
const tenant = await scenario.aTenant();
const one = `${path}/${tenant.workspaceId}`;
const name = async (): Promise<unknown> => {
  const { body } = await tenant.owner.get<{ data: { id: string; name: string }[] }>(path);
  return body.data.find(({ id }) => id === tenant.workspaceId)?.name;
};

test('200: the workspace has another name, and its tag moves', async () => {
  const first = await tenant.owner.put(one, { name: 'Renamed' });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ id: tenant.workspaceId, name: 'Renamed', tenantId: tenant.tenantId });
  expect(await name()).toBe('Renamed');
  const second = await tenant.owner.put(one, { name: 'Renamed again' });
  expect(second.headers['etag']).not.toBe(first.headers['etag']);
  const late = await tenant.owner.send('PUT', one, { name: 'Late' }, { 'if-match': first.headers['etag']! });
  expect(late.status).toBe(412);
  expect(await name()).toBe('Renamed again');
});

test('400: a name is needed', async () => {
  await expectInvalidBody(tenant.owner, 'PUT', one, [
    [{}, '#/name', 'REQUIRED'],
    [{ name: '' }, '#/name', 'BLANK'],
  ]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'PUT', one, { name: 'No' }));

testWithActors('403: who sees the workspace and manages no tenant renames nothing', async () => {
  const before = await name();
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aViewer(tenant)], 'PUT', one, { name: 'No' });
  expect(await name()).toBe(before);
});

testWithActors('404: for strangers, outsiders, and where there is none', async () => {
  const [stranger, outsider] = [await scenario.aTenant(), await scenario.anOutsider(tenant)];
  const cases = [
    [tenant.owner, `${path}/${absentId}`],
    [stranger.owner, one],
    [outsider, one],
  ] as const;
  await expectNotFound('PUT', cases, { name: 'No' });
});
