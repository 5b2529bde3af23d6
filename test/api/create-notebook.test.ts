import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, notebooksOf } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const path = notebooksOf(tenant);

test('201: the notebook is there at once', async () => {
  const { status, headers, body } = await owner.post(path, { name: 'Release notes' });
  expect(status).toBe(201);
  expect(headers['location']).toBe(`${path}/${body.id}`);
  expect(body).toEqual({
    id: body.id,
    workspaceId: tenant.workspaceId,
    name: 'Release notes',
    createdAt: expect.any(String),
  });
  expect((await owner.get(path)).body['data']).toContainEqual(body);
});

test('400: a name is needed', () =>
  expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/name', 'REQUIRED'],
    [{ name: ' ' }, '#/name', 'BLANK'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, { name: 'No' }));

testWithActors('403: a Viewer writes nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, { name: 'No' }),
);

testWithActors('403: PLAN_LIMIT_REACHED at one notebook on FREE and three on PRO, however many at once', async () => {
  for (const [tier, limit] of [
    ['FREE', 1],
    ['PRO', 3],
  ] as const) {
    const own = await scenario.aTenant(tier);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.owner.post(notebooksOf(own), { name: 'At once' })),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(limit);
    expect(codes.filter((code) => code === 'PLAN_LIMIT_REACHED')).toHaveLength(20 - limit);
    expect((await own.owner.get(notebooksOf(own))).body['totalElements']).toBe(limit);
  }
});

test('404: no workspace, no notebook', () =>
  expectNotFound('POST', [[owner, notebooksOf({ workspaceId: absentId })]], { name: 'No' }));

testWithActors('201: on FREE, beside a project', async () => {
  const own = await scenario.aTenant('FREE');
  await own.owner.post(`/api/v1/workspaces/${own.workspaceId}/projects`, { name: 'A project' });
  await aNotebook(own);
});
