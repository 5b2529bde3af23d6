import { afterAll, beforeEach, expect, test } from 'vitest';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { HttpSender } from '#adapters/webhooks/webhook-sender.ts';
import { marshall } from '#adapters/dynamodb/marshall.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { Delivery } from '#domain/ports/webhook-repository.ts';
import { secretText } from '#domain/webhooks/sign-delivery.ts';
import { operation as delivering } from '#functions/jobs/deliver-webhooks.ts';
import { operation as publishing } from '#functions/jobs/publish-events.ts';
import { onDeliveries } from '#functions/support/on-job.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { LocalCipher } from '../../../local/cipher/local-cipher.ts';
import { withNotedUse, withTableRights } from '../../support/enforce-table-rights.ts';
import { openRecords } from '../../support/record-ports.ts';
import { anEvent } from '../../support/webhook-event.ts';
import { answering, openReceiver } from '../../support/webhook-receiver.ts';

const { ports: records, newFeature, tables } = await openRecords();
const receiver = await openReceiver();
const other = await openReceiver();
afterAll(() => Promise.all([receiver.close(), other.close()]));
const cipher = LocalCipher.forWebhooks(Buffer.alloc(32, 5));
const sender = new HttpSender(new TargetRules([receiver.host, other.host]));
const ports = withNotedUse({
  ...records,
  'events:publish': { publish: async (events: readonly unknown[]) => events.map(() => true) },
  'webhook-secrets:decrypt': cipher,
  'webhooks:send': sender,
});

/** How far the clock has been moved on. Else it goes on by a millisecond at each look, so that a slow machine delivers nothing early. */
let laterSeconds = 0;
let nowMs = Date.now();
const runtime = { ...systemRuntime, now: () => new Date((nowMs += 1) + laterSeconds * 1000) };
const deliver = (fresh?: readonly Delivery[]) =>
  withTableRights('deliver-webhooks', delivering.job, () => delivering.run(fresh, ports, runtime));

beforeEach(async () => {
  // What other tests left open is over.
  laterSeconds += 10 * 24 * 3600;
  for (const each of [receiver, other]) each.answers.splice(0, each.answers.length, answering(204));
  for (let left = 1; left > 0;)
    left = (await records['open-work:read'].listDeliveries(runtime.now(), 100)).length && (await deliver()).left;
  for (const each of [receiver, other]) each.received.length = 0;
});

const secret = Buffer.alloc(32, 7);
const aWebhook = async (scope: FeatureScope, host = receiver.host): Promise<string> => {
  const id = systemRuntime.newId();
  const webhook = { id, url: `http://${host}/hook`, description: null, createdAt: runtime.now().toISOString() };
  const sealed = await cipher.encrypt({ tenantId: scope.tenantId, webhookId: id }, secret);
  expect(await records['webhooks:write'].create(scope, webhook, sealed, 10, {})).toBe('DONE');
  return id;
};
/** Something happened, and the stream or feed told the publisher. */
const happen = async (scope: FeatureScope, sequence = 1) => {
  const detail = { ...anEvent(scope, sequence), featureId: scope.featureId };
  const event = { cursor: sequence, type: 'VERIFIER_STATUS_UPDATE' as const, detail };
  await withTableRights('publish-events', publishing.job, () => publishing.run([event], ports, runtime));
  return detail;
};
const logOf = async (scope: FeatureScope, webhookId: string): Promise<Delivery[]> =>
  (await records['deliveries:read'].list(scope, webhookId)) ?? [];

test('an event reaches every webhook of its project once, signed as Standard Webhooks has it', async () => {
  const scope = await newFeature();
  const [first, second] = [await aWebhook(scope), await aWebhook(scope, other.host)];
  await aWebhook(await newFeature(scope.tenantId));
  laterSeconds = 0;
  const detail = await happen(scope);
  expect(await deliver()).toEqual({ delivered: 2, postponed: 0, givenUp: 0, dropped: 0, left: 0 });
  for (const { received } of [receiver, other]) {
    expect(received).toHaveLength(1);
    const { body, headers } = received[0]!;
    expect(new StandardWebhook(secretText(secret)).verify(body, headers)).toEqual({
      type: 'VERIFIER_STATUS_UPDATE',
      detail,
    });
    expect(headers['webhook-id']).toBe(detail.eventId);
    expect(() => new StandardWebhook(secretText(secret)).verify(`${body} `, headers)).toThrow('signature');
  }
  for (const id of [first, second])
    expect(await logOf(scope, id)).toMatchObject([
      { status: 'DELIVERED', nextAttemptAt: null, attempts: [{ statusCode: 204, error: null }] },
    ]);
  expect(await deliver()).toMatchObject({ delivered: 0 });
});

test('an event that is published again is not queued again', async () => {
  const scope = await newFeature();
  await aWebhook(scope);
  const detail = await happen(scope);
  await deliver();
  await publishing.run([{ cursor: 1, type: 'VERIFIER_STATUS_UPDATE', detail }], ports, runtime);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test('what fails is tried again by the schedule under the same id, newly signed, until it succeeds', async () => {
  const scope = await newFeature();
  const id = await aWebhook(scope);
  receiver.answers.splice(0, 1, answering(500, 'not yet'), answering(302), answering(200));
  const { eventId } = await happen(scope);
  const statuses = [];
  for (const pauseSeconds of [0, 59, 2, 299, 2]) {
    laterSeconds += pauseSeconds;
    await deliver();
    statuses.push(receiver.received.length);
  }
  expect(statuses).toEqual([1, 1, 2, 2, 3]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  expect(await logOf(scope, id)).toMatchObject([
    {
      status: 'DELIVERED',
      attempts: [{ statusCode: 500, excerpt: 'not yet' }, { statusCode: 302 }, { statusCode: 200, excerpt: null }],
    },
  ]);
});

test('one that always fails is given up after seven attempts within a day, and is open work no more', async () => {
  const scope = await newFeature();
  const id = await aWebhook(scope);
  receiver.answers.splice(0, 1, answering(500));
  await happen(scope);
  const begun = laterSeconds;
  for (let turn = 0; turn < 60 && (await logOf(scope, id))[0]!.status === 'PENDING'; turn += 1) {
    await deliver();
    laterSeconds += 1200;
  }
  expect(laterSeconds - begun).toBeLessThan(20 * 3600);
  expect(receiver.received).toHaveLength(7);
  expect((await logOf(scope, id))[0]).toMatchObject({ status: 'GIVEN_UP', nextAttemptAt: null, tries: 7 });
  laterSeconds += 24 * 3600;
  expect(await deliver()).toMatchObject({ postponed: 0, givenUp: 0 });
});

test('one that hangs keeps no other waiting, and its own events come one after the other', async () => {
  const scope = await newFeature();
  const hanging = await aWebhook(scope);
  const sound = await aWebhook(scope, other.host);
  const held: (() => void)[] = [];
  receiver.answers.splice(0, 1, (response) => void held.push(() => response.writeHead(500).end()));
  for (const sequence of [1, 2]) await happen(scope, sequence);
  const underway = deliver();
  await expect.poll(() => [other.received.length, held.length], { timeout: 8000 }).toEqual([2, 1]);
  held.shift()!();
  await expect.poll(() => held.length, { timeout: 8000 }).toBe(1);
  held.shift()!();
  expect(await underway).toMatchObject({ delivered: 2, postponed: 2 });
  expect((await logOf(scope, sound)).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
  expect((await logOf(scope, hanging)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
});

test('two jobs at once post once; whoever ends in between loses its claim after half a minute', async () => {
  const scope = await newFeature();
  const id = await aWebhook(scope);
  await happen(scope);
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(receiver.received).toHaveLength(1);
  await happen(scope, 2);
  const [claimed] = (await logOf(scope, id)).filter(({ status }) => status === 'PENDING');
  await records['deliveries:write'].claim(scope, claimed!, new Date(runtime.now().getTime() + 30_000));
  laterSeconds += 29;
  await deliver();
  expect(receiver.received).toHaveLength(1);
  laterSeconds += 2;
  expect(await deliver()).toMatchObject({ delivered: 1 });
});

test('a webhook that was deleted, and one whose project was, get nothing more', async () => {
  const [scope, doomed] = [await newFeature(), await newFeature()];
  const id = await aWebhook(scope);
  await aWebhook(doomed);
  await happen(scope);
  await happen(doomed);
  await records['webhooks:write'].delete(scope, id, {});
  await tables(doomed.tenantId).delete(keys.project(doomed, doomed.projectId));
  expect(await deliver()).toMatchObject({ delivered: 0, dropped: 2 });
  await happen(scope, 2);
  expect(await deliver()).toMatchObject({ delivered: 0, dropped: 0 });
  expect(receiver.received).toEqual([]);
});

test('the stream’s new deliveries are posted at once, without a look at what else is due', async () => {
  const scope = await newFeature();
  await aWebhook(scope);
  await happen(scope);
  const [due] = await records['open-work:read'].listDeliveries(runtime.now(), 10);
  const key = keys.delivery(scope, due!.webhookId, due!.event.eventId);
  const NewImage = marshall({ ...key, type: 'WEBHOOK_DELIVERY', expiresAt: 1, ...due } as never) as never;
  const handler = onDeliveries({ job: delivering.job, run: deliver }, {} as never);
  expect(await handler({ Records: [{ dynamodb: { NewImage } }, { dynamodb: {} }] })).toEqual({ batchItemFailures: [] });
  expect(receiver.received).toHaveLength(1);
  expect(await handler({ Records: [] })).toEqual({ batchItemFailures: [] });
  await happen(scope, 2);
  await handler({});
  expect(receiver.received).toHaveLength(2);
});

test('what goes wrong on our side is thrown, serves everybody else, and is due again', async () => {
  const [scope, sound] = [await newFeature(), await newFeature()];
  const id = await aWebhook(scope);
  await aWebhook(sound, other.host);
  await happen(scope);
  await happen(sound);
  const key = keys.webhookSecret(scope, id);
  const kept = await tables(scope.tenantId).get(key);
  await tables(scope.tenantId).put({ ...key, ciphertext: Buffer.alloc(60) });
  await expect(deliver()).rejects.toThrow('1 webhooks could not be served');
  expect([receiver.received.length, other.received.length]).toEqual([0, 1]);
  await tables(scope.tenantId).put(kept!);
  expect(await deliver()).toMatchObject({ delivered: 1 });
});
