import { expect, test } from 'vitest';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();

test('200: what the body carries is set, what it omits stays, null clears', async () => {
  const { path } = await aProject(tenant, 'Before');
  const steps = [
    [
      { name: 'Before', description: 'Some words' },
      { description: 'Some words', status: 'ACTIVE' },
    ],
    [{ name: 'After' }, { name: 'After', description: 'Some words', status: 'ACTIVE' }],
    [
      { name: 'After', status: 'ARCHIVED' },
      { description: 'Some words', status: 'ARCHIVED' },
    ],
    [
      { name: 'After', description: null },
      { description: null, status: 'ARCHIVED' },
    ],
    [{ name: 'After', status: 'ACTIVE' }, { status: 'ACTIVE' }],
  ] as const;
  for (const [body, expected] of steps) {
    const answer = await tenant.owner.put(path, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(expected);
    expect((await tenant.owner.get(path)).body).toEqual(answer.body);
  }
});

test('200: an archived project works in full and only leaves the list', async () => {
  const { path, id } = await aProject(tenant, `archive-${Date.now()}`);
  const { body } = await tenant.owner.put<{ name: string }>(path, (await tenant.owner.get(path)).body);
  await tenant.owner.put(path, { name: body.name, status: 'ARCHIVED' });
  expect((await tenant.owner.post(`${path}/features`, { name: 'Still possible' })).status).toBe(201);
  const listed = async (query: string) =>
    (await tenant.owner.get<{ data: { id: string }[] }>(`${projectsOf(tenant)}?nameWildcard=${body.name}${query}`)).body
      .data;
  expect(await listed('')).toEqual([]);
  expect(await listed('&includeArchived=true')).toEqual([expect.objectContaining({ id })]);
});

test('200: ids in the body change nothing', async () => {
  const { path, id } = await aProject(tenant);
  const { body } = await tenant.owner.put(path, { name: 'Same place', id: absentId, workspaceId: absentId });
  expect(body).toMatchObject({ id, workspaceId: tenant.workspaceId });
});

test('200: two changes at once both count', async () => {
  const { path } = await aProject(tenant, 'Both');
  await Promise.all([
    tenant.owner.put(path, { name: 'Both', description: 'One' }),
    tenant.owner.put(path, { name: 'Both', status: 'ARCHIVED' }),
  ]);
  expect((await tenant.owner.get(path)).body).toMatchObject({ description: 'One', status: 'ARCHIVED' });
});

test('400: the name is needed here too, and nothing is half done', async () => {
  const { path } = await aProject(tenant, 'Kept');
  await expectInvalidBody(tenant.owner, 'PUT', path, [
    [{ status: 'ARCHIVED' }, '#/name', 'REQUIRED'],
    [{ name: '  ' }, '#/name', 'BLANK'],
    [{ name: 'Changed', status: 'DELETED' }, '#/status', 'NOT_IN_ENUM'],
  ]);
  expect((await tenant.owner.get(path)).body).toMatchObject({ name: 'Kept', status: 'ACTIVE' });
});

test('401: a call that proves nobody is refused', async () => {
  const { path } = await aProject(tenant);
  await expectUnauthenticated(scenario, 'PUT', path, { name: 'No' });
});

testWithActors('403: a Viewer changes nothing', async () => {
  const { path } = await aProject(tenant, 'Untouched');
  await expectForbidden([await scenario.aViewer(tenant)], 'PUT', path, { name: 'Changed' });
  expect((await tenant.owner.get(path)).body).toMatchObject({ name: 'Untouched' });
});

test('404: a project that is not there is not made', async () => {
  const path = `${projectsOf(tenant)}/${absentId}`;
  await expectNotFound('PUT', [[tenant.owner, path]], { name: 'New' });
  expect((await tenant.owner.get(path)).status).toBe(404);
});

testWithActors('404: a project of another tenant looks like none', async () => {
  const { path } = await aProject(tenant, 'Theirs');
  const stranger = await scenario.aTenant();
  const cases = [
    [stranger.owner, path],
    [stranger.owner, `${projectsOf(stranger)}/${absentId}`],
  ] as const;
  await expectNotFound('PUT', cases, { name: 'Mine now' });
});
