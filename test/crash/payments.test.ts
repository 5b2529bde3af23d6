import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DnsTxtRecords } from '#adapters/dns/txt-records.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { derivePlan, paidPeak } from '#domain/billing/plan-rules.ts';
import { targetSeats } from '#domain/billing/seat-rules.ts';
import { openBilling } from '../support/billing.ts';
import { type Story, storiesOf } from '../support/billing-stories.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { DyingCalls, type End } from '../support/dying-calls.ts';
import { openPeople } from '../support/people.ts';
import type { Tenant } from '../support/scenario.ts';

/** In the full size every case, else one of so many, chosen by this seed. */
const EACH = process.env['FULL_SIZE'] === undefined ? 20 : 1;
const seed = 29;

/** What happens after a fault, until all is at rest. */
const aftermaths = ['the request again', 'events alone', 'a day of silence', 'events twice, then the request'] as const;
type Aftermath = (typeof aftermaths)[number];

/** What goes wrong at the n-th request to the provider: its answer is lost, its charge declined, or nobody answers for an hour. */
const providerFaults = ['LOST', 'DECLINED', 'DOWN'] as const;
type Fault = { kind: 'END'; end: End } | { kind: (typeof providerFaults)[number]; request: number };

const people = await openPeople();
const dns = await openDnsServer();
let possible = 0;
let done = 0;

/** A service of its own for each story, so that none meets the tenants of another. */
const openWorld = async () => {
  const life = new DyingCalls();
  let asked = 0;
  let fault: Exclude<Fault, { kind: 'END' }> | undefined;
  const billing = await openBilling({
    wrapPort: (name, port) => life.of(name, port),
    onRequest: () => {
      if (fault?.request === asked) plant(fault.kind);
      asked += 1;
    },
    signIn: people.manners.signIn,
    more: { 'txt-records:read': new DnsTxtRecords([dns.address]) },
  });
  const { controls } = billing.emulator;
  const plant = (kind: (typeof providerFaults)[number]): void => {
    if (kind === 'LOST') controls.loseNextAnswer = true;
    else if (kind === 'DECLINED') controls.failNextCharge = true;
    else controls.isDown = true;
  };
  const wait = (seconds: number): void => billing.clock.setTo(billing.clock.now().getTime() + seconds * 1000);
  return {
    billing,
    life,
    wait,
    /** What was called, and how often the provider was. */
    rehearse: async (act: () => Promise<unknown>): Promise<{ calls: string[]; requests: number }> => {
      life.begin();
      asked = 0;
      await act();
      return { calls: [...life.calls], requests: asked };
    },
    /** Acts, and something goes wrong. */
    actWith: async (given: Fault, act: () => Promise<unknown>): Promise<void> => {
      life.begin(given.kind === 'END' ? given.end : undefined);
      asked = 0;
      fault = given.kind === 'END' ? undefined : given;
      await act().catch(() => undefined);
      fault = undefined;
      if (controls.isDown) wait(3600);
      Object.assign(controls, { loseNextAnswer: false, failNextCharge: false, isDown: false });
      life.begin();
    },
    /** Events and the job of each minute, until nothing is left. */
    rest: async (): Promise<void> => {
      await billing.settle();
      await billing.sync();
      await billing.settle();
    },
  };
};
type World = Awaited<ReturnType<typeof openWorld>>;

const recover = async ({ billing, wait, rest }: World, how: Aftermath, { act }: Story): Promise<void> => {
  const { controls } = billing.emulator;
  if (how === 'the request again') await act();
  if (how === 'a day of silence') {
    controls.dropEvents = true;
    wait(25 * 3600);
    await billing.reconcile();
    controls.dropEvents = false;
  }
  controls.duplicateEvents = how === 'events twice, then the request';
  await billing.settle();
  if (how === 'events twice, then the request') await act();
  controls.duplicateEvents = false;
  await rest();
};

const auditOf = ({ billing }: World, { tenantId }: Tenant) =>
  billing.ports['audit:read'].list(
    mintScope.tenant(tenantId),
    { from: new Date(0), before: new Date(billing.clock.now().getTime() + 1000) },
    100,
  );

/** B1, B4, B5, B7, B8: the plan is what the provider says, one subscription lives at most, its seats are right, each tier was told. */
const expectAtRest = async (world: World, tenant: Tenant, where: string): Promise<void> => {
  const { billing } = world;
  const { plan, billing: users } = await billing.standing(tenant);
  const shown = plan.customerId === null ? [] : await billing.payments.listSubscriptions(plan.customerId);
  expect(derivePlan(shown, plan, billing.clock.now()).isChanged, where).toBe(false);
  const live = shown.filter(({ state }) => state === 'active');
  expect(live.length, where).toBe(plan.subscriptionId === null ? 0 : 1);
  for (const { quantity } of live) {
    expect(quantity, where).toBe(targetSeats(plan.tier, users.billableCount));
    if (plan.seatPayment === 'OK') expect(plan.periodSeats, where).toBe(paidPeak(plan, { quantity }));
  }
  expect(users.billableCount, where).toBeLessThanOrEqual(users.maxBillableUsers ?? Number.POSITIVE_INFINITY);
  expect(users.seatsChangedAt, where).toBeNull();
  const entries = await auditOf(world, tenant);
  const tiers = entries.filter(({ action }) => action.startsWith('PLAN_')).map(({ metadata }) => metadata);
  expect(tiers[0]?.['newTier'] ?? 'FREE', where).toBe(plan.tier);
  for (const [at, { oldTier }] of tiers.entries()) expect(oldTier, where).toBe(tiers[at + 1]?.['newTier'] ?? 'FREE');
};

/** A refused charge is told as often as it was tried; a role that was asked for twice is told twice. */
const isOfStory = ({ action, metadata }: AuditEntry): boolean =>
  action !== 'BILLING_SEAT_DECLINED' &&
  !(action === 'USER_ROLE_CHANGED' && metadata['oldRole'] === metadata['newRole']);

/** How a story ended; amounts are left out, since they fall while somebody waits. */
const outcomeOf = async (world: World, { tenant }: Story) => {
  const { plan, billing: users } = await world.billing.standing(tenant);
  const { invoices } = world.billing.emulator.ownedBy(plan.customerId ?? '');
  const entries = await auditOf(world, tenant);
  const { tier, renewalSeats, periodSeats, seatPayment, cancelAtPeriodEnd, stopping } = plan;
  const { billableCount, viewerCount, maxBillableUsers } = users;
  return {
    plan: { tier, renewalSeats, periodSeats, seatPayment, cancelAtPeriodEnd, stopping },
    users: { billableCount, viewerCount, maxBillableUsers },
    invoices: invoices.map(({ billing_reason, status }) => `${billing_reason} ${status}`).toSorted(),
    actions: entries
      .filter(isOfStory)
      .map(({ action }) => action)
      .toSorted(),
  };
};

const isChosen = (where: string): boolean =>
  createHash('sha256').update(`${seed} ${where}`).digest().readUInt16BE() % EACH === 0;

const names = Object.keys(storiesOf({ billing: {} as never, people, dns }));

test.each(names)(
  '%s: ended or failed at every call, in four ways to go on, it ends as without',
  async (name) => {
    const world = await openWorld();
    const { billing, rehearse, actWith, rest } = world;
    const tell = storiesOf({ billing, people, dns })[name]!;
    const finish = async (story: Story) => {
      await story.end();
      await rest();
      await expectAtRest(world, story.tenant, name);
      const outcome = await outcomeOf(world, story);
      const { customerId } = (await billing.standing(story.tenant)).plan;
      if (customerId !== null) await billing.forget(customerId);
      return outcome;
    };
    const rehearsal = await tell();
    const { calls, requests } = await rehearse(rehearsal.act);
    await rest();
    const expected = await finish(rehearsal);
    const ends = calls.flatMap((_, call): Fault[] =>
      (['before', 'after'] as const).map((when) => ({ kind: 'END', end: { call, when } })),
    );
    const failures = Array.from({ length: requests }, (_, request) =>
      providerFaults.map((kind): Fault => ({ kind, request })),
    ).flat();
    const all = [...ends, ...failures].flatMap((fault) => aftermaths.map((how) => ({ fault, how })));
    const cases = all.map((each) => ({ ...each, where: `${name}, ${said(each.fault, calls)}, ${each.how}` }));
    possible += cases.length;
    const chosen = cases.filter(({ where }) => isChosen(where));
    for (const { fault, how, where } of chosen) {
      const story = await tell();
      await actWith(fault, story.act);
      await recover(world, how, story);
      await expectAtRest(world, story.tenant, where);
      expect(await finish(story), where).toEqual(expected);
    }
    expect(await billing.fsck()).toEqual([]);
    done += chosen.length;
    console.log(
      `${name}: ${chosen.length} of ${cases.length} cases at ${calls.length} calls, ${requests} of the provider`,
    );
  },
  600_000,
);

test('there are 600 such cases at least', () => {
  console.log(`crash cases: ${done} of ${possible}, 0 violations`);
  expect(possible).toBeGreaterThanOrEqual(600);
});

function said(fault: Fault, calls: readonly string[]): string {
  if (fault.kind !== 'END') return `request ${fault.request} ${fault.kind}`;
  return `${calls[fault.end.call]} (${fault.end.call}) ${fault.end.when}`;
}
