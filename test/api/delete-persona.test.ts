import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const place = `${project.path}/test-personas`;

const aPersona = async (name: string, scope = 'PROJECT'): Promise<string> => {
  const fields = { name, description: 'Someone', authType: 'BEARER', scope };
  const { status, body } = await tenant.owner.post(place, fields);
  expect(status).toBe(201);
  return `${place}/${body.id}`;
};
const names = async (): Promise<string[]> => {
  const { body } = await tenant.owner.get<{ data: { name: string }[] }>(`${place}?size=100`);
  return body.data.map(({ name }) => name);
};

test('204: the persona is gone, its name and variable are free', async () => {
  const path = await aPersona('Leaving');
  expect((await tenant.owner.delete(path)).status).toBe(204);
  expect(await names()).not.toContain('Leaving');
  await expectNotFound('DELETE', [[tenant.owner, path]]);
  await aPersona('Leaving');
});

test('204: of two at once one deletes it', async () => {
  const path = await aPersona('Contested');
  const answers = await Promise.all([tenant.owner.delete(path), tenant.owner.delete(path)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
});

test('401: a call that proves nobody is refused', async () => {
  const path = await aPersona('Guarded');
  await expectUnauthenticated(scenario, 'DELETE', path);
  expect(await names()).toContain('Guarded');
});

testWithActors('403: a Viewer deletes nothing, an inherited persona needs the right of its scope', async () => {
  const mine = await aPersona('Mine');
  const shared = await aPersona('Shared', 'WORKSPACE');
  const wide = await aPersona('Wide', 'TENANT');
  const editor = await scenario.anEditor(tenant);
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', mine);
  for (const path of [shared, wide]) await expectForbidden([editor], 'DELETE', path);
  expect(await names()).toEqual(expect.arrayContaining(['Mine', 'Shared', 'Wide']));
  for (const path of [shared, wide]) expect((await tenant.owner.delete(path)).status).toBe(204);
});

test('404: a persona that is not there, or not seen from this project', async () => {
  const path = await aPersona('Here');
  const other = await aProject(tenant);
  await expectNotFound('DELETE', [
    [tenant.owner, `${place}/${absentId}`],
    [tenant.owner, path.replace(project.id, other.id)],
  ]);
  expect(await names()).toContain('Here');
});
