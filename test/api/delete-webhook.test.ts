import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, project } = await openRoad();
const { owner } = tenant;
const path = `${project.path}/webhooks`;
const aWebhook = async (): Promise<string> =>
  `${path}/${(await owner.post<{ id: string }>(path, { url: 'https://hooks.example.com/x' })).body.id}`;
const total = async (): Promise<unknown> => (await owner.get(path)).body['totalElements'];

test('204: the webhook is gone, once, with its deliveries', async () => {
  const [one, before] = [await aWebhook(), await total()];
  expect((await owner.delete(one)).status).toBe(204);
  expect(await total()).toBe((before as number) - 1);
  expect((await owner.get(`${one}/deliveries`)).status).toBe(404);
  expect((await owner.delete(one)).status).toBe(404);
});

test('401: a call that proves nobody is refused', async () =>
  expectUnauthenticated(scenario, 'DELETE', await aWebhook()));

testWithActors('403: a Viewer deletes nothing', async () => {
  const [one, before] = [await aWebhook(), await total()];
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', one);
  expect(await total()).toBe(before);
});

testWithActors('404: for strangers, under another project, and where there is none', async () => {
  const one = await aWebhook();
  const [stranger, other] = [await scenario.aTenant(), await aProject(tenant)];
  await expectNotFound('DELETE', [
    [owner, `${path}/${absentId}`],
    [owner, one.replace(project.path, other.path)],
    [stranger.owner, one],
  ]);
  expect((await owner.get(`${one}/deliveries`)).status).toBe(200);
});
