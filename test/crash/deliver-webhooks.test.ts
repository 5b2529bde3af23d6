import { afterAll, expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { operation as delivering } from '#functions/jobs/deliver-webhooks.ts';
import { operation as publishing } from '#functions/jobs/publish-events.ts';
import { operation as sweep } from '#functions/jobs/sweep.ts';
import { type Death, deathsAt, Killed, openMortalService } from '../support/mortal-service.ts';
import { widgetSpec } from '../support/widgets.ts';

/** Later than any claim. */
const claimMs = 31_000;
const names = ['one', 'two'];
/** In the whole size every kill, else every third: now before a call, now after one. */
const EACH = process.env['FULL_SIZE'] === '1' ? 1 : 3;
const deaths = (calls: number): Death[] => deathsAt(calls).filter((_, turn) => turn % EACH === 0);

const service = await openMortalService();
afterAll(() => service.close());
const { tenant, send } = service;
const made = async (path: string, body: object): Promise<string> =>
  `${path}/${(JSON.parse((await send('POST', path, { body })).body) as { id: string }).id}`;

/** A project with two webhooks and one event that nobody was told of. */
const prepare = async () => {
  const project = await made(`/api/v1/workspaces/${tenant.workspaceId}/projects`, { name: 'Told' });
  const feature = await made(`${project}/features`, { name: 'A feature' });
  const webhooks: string[] = [];
  for (const name of names)
    webhooks.push(await made(`${project}/webhooks`, { url: `https://hooks.example.com/${name}` }));
  await send('PUT', `${feature}/spec`, { body: { spec: widgetSpec } });
  const feed = await service.ports['events:read'].listAfter(mintScope.tenant(tenant.tenantId), 0, 10_000);
  const events = feed.filter(({ detail }) => feature.endsWith(detail.featureId));
  service.posted.length = 0;
  return { project, webhooks, events };
};
type Prepared = Awaited<ReturnType<typeof prepare>>;

const publish = ({ events }: Prepared, death?: Death) => service.runJob(publishing, events, death);
const deliver = (death?: Death, laterMs = 0) => service.runJob(delivering, undefined, death, laterMs);
/** The next process, when every claim is over: what is open is told, queued and posted. */
const restart = async (): Promise<void> => {
  await service.runJob(sweep, { graceSeconds: -1 });
  await deliver(undefined, claimMs);
};

const expectTold = async ({ webhooks, events }: Prepared, where: string): Promise<void> => {
  const wanted = new Set(events.map(({ detail }) => detail.eventId));
  for (const [index, name] of names.entries()) {
    const posts = service.posted.filter(({ url }) => url.endsWith(name));
    expect(new Set(posts.map(({ id }) => id)), where).toEqual(wanted);
    const { body } = await send('GET', `${webhooks[index]}/deliveries`);
    expect(JSON.parse(body), where).toMatchObject({ data: events.map(() => ({ status: 'DELIVERED' })) });
  }
  expect(await service.fsck(), where).toEqual([]);
};

test('killed before and after every call of publisher and delivery, every event reaches every webhook under its one id', async () => {
  const rehearsal = await prepare();
  expect(rehearsal.events).toHaveLength(1);
  await publish(rehearsal);
  const publisherCalls = [...service.life.calls];
  await deliver();
  const deliveryCalls = [...service.life.calls];
  await expectTold(rehearsal, 'rehearsal');
  for (const death of deaths(publisherCalls.length)) {
    const prepared = await prepare();
    const where = `publisher, ${publisherCalls[death.call]} ${death.when}`;
    await expect(publish(prepared, death), where).rejects.toThrow(Killed);
    expect(await service.fsck(), where).toEqual([]);
    await restart();
    await expectTold(prepared, where);
  }
  for (const death of deaths(deliveryCalls.length)) {
    const prepared = await prepare();
    const where = `delivery, ${deliveryCalls[death.call]} ${death.when}`;
    await publish(prepared);
    await expect(deliver(death), where).rejects.toThrow();
    expect(await service.fsck(), where).toEqual([]);
    await restart();
    await expectTold(prepared, where);
  }
  const counts = `${publisherCalls.length} calls of the publisher, ${deliveryCalls.length} of the delivery`;
  console.log(`webhooks: kills at ${counts} (${deliveryCalls.join(', ')})`);
}, 120_000);

test('a project that is deleted takes its webhooks, their secrets and what was to be posted along', async () => {
  const prepared = await prepare();
  await publish(prepared);
  await send('DELETE', prepared.project);
  const input = service.acceptedFor('delete-project').at(-1)!.input;
  while ((await service.runTask('purge-project', input))['left'] === true);
  await deliver();
  expect(service.posted).toEqual([]);
  const left = (await service.entries()).filter(({ kind }) => /^(webhook|delivery)/.test(kind));
  expect(left.filter(({ ids }) => prepared.project.endsWith(ids[0]!))).toEqual([]);
  expect(await service.fsck()).toEqual([]);
});
