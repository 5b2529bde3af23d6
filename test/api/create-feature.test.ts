import { expect, test } from 'vitest';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const path = `${project.path}/features`;

test('201: a feature starts as a draft and is there at once', async () => {
  const answer = await tenant.owner.post(path, { name: 'Refunds', description: 'Money back' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    name: 'Refunds',
    description: 'Money back',
    status: 'DRAFT',
    specHash: null,
    currentBuildId: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: answer.body['createdAt'],
  });
  expect(answer.headers['location']).toBe(`${path}/${answer.body.id}`);
  expect((await tenant.owner.get(answer.headers['location']!)).body).toEqual(answer.body);
});

test('201: what the server owns is ignored in the body', async () => {
  const owned = { id: absentId, status: 'VERIFIED', specHash: 'sha256:0', currentBuildId: absentId, createdAt: 'now' };
  const { body } = await tenant.owner.post(path, { name: 'Mine', ...owned });
  expect(body).toMatchObject({ status: 'DRAFT', specHash: null, currentBuildId: null });
  expect(body.id).not.toBe(absentId);
});

test('400: every field of the body keeps to its limits', () =>
  expectInvalidBody(tenant.owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/name', 'REQUIRED'],
    [{ name: '\n' }, '#/name', 'BLANK'],
    [{ name: 'n'.repeat(201) }, '#/name', 'TOO_LONG'],
    [{ name: 'n', description: 'd'.repeat(4001) }, '#/description', 'TOO_LONG'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, { name: 'No' }));

testWithActors('403: a Viewer creates nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, { name: 'No' }),
);

test('404: there is no feature without its project', () =>
  expectNotFound('POST', [[tenant.owner, `${projectsOf(tenant)}/${absentId}/features`]], { name: 'Nowhere' }));

testWithActors('404: a project of another tenant looks like none', async () => {
  const stranger = await scenario.aTenant();
  const cases = [
    [stranger.owner, path],
    [tenant.owner, `${projectsOf(tenant)}/${(await aProject(stranger)).id}/features`],
  ] as const;
  await expectNotFound('POST', cases, { name: 'Nowhere' });
});

testWithActors('403: PLAN_LIMIT_REACHED for a fourth feature on Free', async () => {
  const free = await scenario.aTenant('FREE');
  const { path } = await aProject(free);
  for (const name of ['One', 'Two', 'Three'])
    expect((await free.owner.post(`${path}/features`, { name })).status).toBe(201);
  const refused = await free.owner.post(`${path}/features`, { name: 'Four' });
  expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
});
