import { expect, test } from 'vitest';
import { absentId, projectsOf } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

type List = { data: { name: string; status: string }[]; totalElements: number };

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const path = projectsOf(tenant);
const mark = `list-${Date.now().toString(36)}`;
for (const name of ['Alpha', 'Beta', 'Gamma*', 'Ähre']) await tenant.owner.post(path, { name: `${mark} ${name}` });
await tenant.owner.post(path, { name: `${mark} Old`, status: 'ARCHIVED' });

const names = async (query: string): Promise<string[]> => {
  const { status, body } = await tenant.owner.get<List>(`${path}?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ name }) => name.replace(`${mark} `, ''));
};
const matching = (pattern: string, more = '') => names(`nameWildcard=${encodeURIComponent(pattern)}${more}`);

test('200: newest first, archived ones only when asked for', async () => {
  expect(await matching(`${mark}*`)).toEqual(['Ähre', 'Gamma*', 'Beta', 'Alpha']);
  expect(await matching(`${mark}*`, '&includeArchived=true')).toEqual(['Old', 'Ähre', 'Gamma*', 'Beta', 'Alpha']);
  expect(await matching(`${mark}*`, '&includeArchived=false')).toHaveLength(4);
});

test('200: a wildcard pattern is for the whole name, regardless of case', async () => {
  expect(await matching(`${mark} alpha`)).toEqual(['Alpha']);
  expect(await matching(`${mark} *A`)).toEqual(['Beta', 'Alpha']);
  expect(await matching('Alpha')).toEqual([]);
  expect(await matching('*Ä*'.normalize('NFD'))).toEqual(['Ähre']);
  expect(await matching(`${mark} a\u0308hre`)).toEqual(['Ähre']);
  expect(await matching(`${mark} gamm?*`)).toEqual([]);
  expect(await matching(`${mark}.*`)).toEqual([]);
});

test('200: pages, past the end too', () => expectPaging(tenant.owner, path));

test('400: parameters that cannot be read are refused', () =>
  expectInvalidQuery(tenant.owner, path, [
    'includeArchived=TRUE',
    'includeArchived=1',
    'includeArchived=',
    `nameWildcard=${'x'.repeat(201)}`,
    `nameWildcard=${'*x'.repeat(21)}`,
  ]));

test('200: a run of stars counts once, unknown parameters not at all', async () => {
  expect(await matching(`${mark}${'*'.repeat(150)}`, '&colour=red')).toHaveLength(4);
});

test('400: a workspace id that is no uuid is refused; upper case is one', async () => {
  const answer = await tenant.owner.get(projectsOf({ workspaceId: 'mine' }));
  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER']);
  expect((await tenant.owner.get(projectsOf({ workspaceId: tenant.workspaceId.toUpperCase() }))).status).toBe(200);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: a workspace that is absent, foreign or not one of mine looks the same', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [tenant.owner, projectsOf({ workspaceId: absentId })],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});

testWithActors('200: a Viewer reads, and sees one workspace only', async () => {
  const viewer = await scenario.aViewer(tenant);
  const other = await scenario.aWorkspace(tenant, 'Other');
  await tenant.owner.post(projectsOf({ workspaceId: other }), { name: `${mark} elsewhere` });
  const { body } = await viewer.get<List>(`${path}?nameWildcard=*elsewhere`);
  expect(body.totalElements).toBe(0);
});
