import { expect, test } from 'vitest';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, project } = await openRoad();
const { owner } = tenant;
const path = `${project.path}/webhooks`;
const create = (webhooks: string, name: string) =>
  owner.post<{ id: string }>(webhooks, { url: `https://hooks.example.com/${name}` });

test('200: the webhooks of this project and of no other, newest first', async () => {
  const other = await aProject(tenant);
  for (const name of ['first', 'second']) await create(path, name);
  const { status, body } = await owner.get<{ data: { url: string }[]; totalElements: number }>(path);
  expect(status).toBe(200);
  expect(body.data.map(({ url }) => url.split('/').at(-1))).toEqual(['second', 'first']);
  expect((await owner.get(`${other.path}/webhooks`)).body['totalElements']).toBe(0);
});

test('400: pages are never clamped', () => expectPaging(owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its project', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${projectsOf(tenant)}/${absentId}/webhooks`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
