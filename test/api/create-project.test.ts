import { expect, test } from 'vitest';
import { absentId, projectsOf } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const path = projectsOf(tenant);

test('201: a project needs a name only, and is there at once', async () => {
  const answer = await tenant.owner.post(path, { name: 'Checkout' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    name: 'Checkout',
    description: null,
    status: 'ACTIVE',
    workspaceId: tenant.workspaceId,
  });
  expect(answer.headers['location']).toBe(`${path}/${answer.body.id}`);
  expect((await tenant.owner.get(answer.headers['location']!)).body).toEqual(answer.body);
});

test('201: description and status are taken, names need not be unique', async () => {
  const fields = { name: 'Twice', description: 'The second one', status: 'ARCHIVED' };
  const first = await tenant.owner.post(path, fields);
  const second = await tenant.owner.post(path, fields);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toMatchObject(fields);
  expect(second.body.id).not.toBe(first.body.id);
});

test('201: what the server owns is ignored in the body, and so is what nobody knows', async () => {
  const { status, body } = await tenant.owner.post(path, {
    name: 'Mine',
    id: absentId,
    workspaceId: absentId,
    tenantId: absentId,
    owner: 'somebody',
  });
  expect([status, body['workspaceId']]).toEqual([201, tenant.workspaceId]);
  expect(body.id).not.toBe(absentId);
  expect(Object.keys(body).toSorted()).toEqual(['description', 'id', 'name', 'status', 'workspaceId']);
});

test('400: every field of the body keeps to its limits', async () => {
  await expectInvalidBody(tenant.owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    ['null', '#', 'INVALID_TYPE'],
    [[], '#', 'INVALID_TYPE'],
    [{}, '#/name', 'REQUIRED'],
    [{ name: null }, '#/name', 'INVALID_TYPE'],
    [{ name: 7 }, '#/name', 'INVALID_TYPE'],
    [{ name: '' }, '#/name', 'BLANK'],
    [{ name: ' \t ' }, '#/name', 'BLANK'],
    [{ name: 'n'.repeat(201) }, '#/name', 'TOO_LONG'],
    [{ name: 'n', description: 'd'.repeat(4001) }, '#/description', 'TOO_LONG'],
    [{ name: 'n', status: 'active' }, '#/status', 'NOT_IN_ENUM'],
    [{ name: 'n', status: null }, '#/status', 'NOT_IN_ENUM'],
  ]);
  const longest = await tenant.owner.post(path, { name: 'n'.repeat(200), description: 'd'.repeat(4000) });
  expect(longest.status).toBe(201);
});

test('400: all findings come at once', async () => {
  const answer = await tenant.owner.post<{ errors: unknown[] }>(path, { description: 5, status: 'GONE' });
  expect(answer.body.errors).toHaveLength(3);
});

test('400: a body that is no JSON, too deep or too large is refused before anything looks inside', async () => {
  const codes = async (body: string, type = 'application/json') => {
    const answer = await tenant.owner.send('POST', path, body, { 'content-type': type });
    return [answer.status, answer.body.code];
  };
  expect(await codes('{"name": "x"')).toEqual([400, 'MALFORMED_JSON']);
  expect(await codes(`{"name":${'['.repeat(100_000)}`)).toEqual([400, 'TOO_DEEP']);
  expect(await codes(JSON.stringify({ name: 'n'.repeat(256 * 1024) }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(await codes('name=x', 'application/x-www-form-urlencoded')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(await codes('{"name":"x"}', 'application/merge-patch+json; charset=utf-8')).toEqual([201, undefined]);
});

test('401: a call that proves nobody is refused, whatever its body', () =>
  expectUnauthenticated(scenario, 'POST', path, '{"name":'));

testWithActors('403: a Viewer cannot create a project, even an invalid one', async () => {
  const viewer = await scenario.aViewer(tenant);
  const tenantViewer = await scenario.aUser(tenant, 'VIEWER', { [tenant.workspaceId]: 'ADMIN' });
  await expectForbidden([viewer, tenantViewer], 'POST', path, { name: '' });
});

testWithActors('403: while the tier is PRO only the Owner creates projects', async () => {
  const pro = await scenario.aTenant('PRO');
  await expectForbidden([await scenario.anEditor(pro)], 'POST', projectsOf(pro), { name: 'No' });
  expect((await pro.owner.post(projectsOf(pro), { name: 'Yes' })).status).toBe(201);
});

testWithActors('404: a workspace that is absent, foreign or not one of mine looks the same', async () => {
  const stranger = await scenario.aTenant();
  const outsider = await scenario.anOutsider(tenant);
  await expectNotFound(
    'POST',
    [
      [tenant.owner, projectsOf({ workspaceId: absentId })],
      [tenant.owner, projectsOf(stranger)],
      [stranger.owner, path],
      [outsider, path],
    ],
    { name: 'Not here' },
  );
});

testWithActors('201: an Editor of the workspace creates projects', async () => {
  const editor = await scenario.anEditor(tenant);
  expect((await editor.post(path, { name: 'By an editor' })).status).toBe(201);
});

testWithActors('403: PLAN_LIMIT_REACHED for a second project on Free', async () => {
  const free = await scenario.aTenant('FREE');
  expect((await free.owner.post(projectsOf(free), { name: 'First' })).status).toBe(201);
  const refused = await free.owner.post(projectsOf(free), { name: 'Second' });
  expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
});
