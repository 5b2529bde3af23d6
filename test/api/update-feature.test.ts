import { expect, test } from 'vitest';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);

test('200: what the body carries is set, what it omits stays, null clears', async () => {
  const { path } = await aFeature(tenant, project, 'Before');
  const before = await tenant.owner.get<{ createdAt: string; updatedAt: string }>(path);
  const steps = [
    [{ description: 'Some words' }, { name: 'Before', description: 'Some words' }],
    [{ name: 'After' }, { name: 'After', description: 'Some words' }],
    [{ description: null }, { name: 'After', description: null }],
    [{}, { name: 'After', description: null }],
  ] as const;
  for (const [body, expected] of steps) {
    const answer = await tenant.owner.put<{ updatedAt: string }>(path, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...expected, createdAt: before.body.createdAt });
    expect(answer.body.updatedAt >= before.body.updatedAt).toBe(true);
    expect((await tenant.owner.get(path)).body).toEqual(answer.body);
  }
});

test('200: what only builds and runs move is ignored in the body', async () => {
  const { path, id } = await aFeature(tenant, project);
  const { body } = await tenant.owner.put(path, { id: absentId, status: 'VERIFIED', specHash: 'x', createdAt: 'x' });
  expect(body).toMatchObject({ id, status: 'DRAFT', specHash: null });
});

test('400: every field of the body keeps to its limits, and nothing is half done', async () => {
  const { path } = await aFeature(tenant, project, 'Kept');
  await expectInvalidBody(tenant.owner, 'PUT', path, [
    [undefined, '#', 'REQUIRED'],
    [{ name: null }, '#/name', 'INVALID_TYPE'],
    [{ name: ' ' }, '#/name', 'BLANK'],
    [{ name: 'Changed', description: 'd'.repeat(4001) }, '#/description', 'TOO_LONG'],
  ]);
  expect((await tenant.owner.get(path)).body).toMatchObject({ name: 'Kept' });
});

test('401: a call that proves nobody is refused', async () => {
  const { path } = await aFeature(tenant, project);
  await expectUnauthenticated(scenario, 'PUT', path, { name: 'No' });
});

testWithActors('403: a Viewer changes nothing', async () => {
  const { path } = await aFeature(tenant, project, 'Untouched');
  await expectForbidden([await scenario.aViewer(tenant)], 'PUT', path, { name: 'Changed' });
  expect((await tenant.owner.get(path)).body).toMatchObject({ name: 'Untouched' });
});

test('404: a feature that is not there is not made', async () => {
  const path = `${project.path}/features/${absentId}`;
  await expectNotFound('PUT', [[tenant.owner, path]], { name: 'New' });
  expect((await tenant.owner.get(path)).status).toBe(404);
});
