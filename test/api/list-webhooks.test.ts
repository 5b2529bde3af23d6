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

testWithActors('200: who may not write webhooks sees of an address its origin alone', async () => {
  const secret = 'T000-B000-canary';
  await create(path, secret);
  const { body: read } = await owner.post<{ token: string }>('/api/v1/pats', { name: 'Reads', access: 'READ' });
  const viewer = await scenario.aViewer(tenant);
  for (const caller of [viewer, scenario.callerWith(read.token)]) {
    const { text, body } = await caller.get<{ data: { url: string }[] }>(path);
    expect(text).not.toContain(secret);
    expect(body.data[0]!.url).toBe('https://hooks.example.com/…');
  }
  for (const caller of [owner, await scenario.anEditor(tenant)])
    expect((await caller.get(path)).text).toContain(secret);
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
