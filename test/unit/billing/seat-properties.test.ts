import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '#domain/billing/plan.ts';
import { derivePlan } from '#domain/billing/plan-rules.ts';
import { prorationOf } from '#domain/billing/proration.ts';
import { declinedPlan, nextSeatStep, type SeatChange, targetSeats } from '#domain/billing/seat-rules.ts';
import { november, subscription, teamPlan } from '../../support/subscriptions.ts';

/** The provider: a quantity, a card, and what it charged. Classic billing: a proration compares the quantities before and after. */
type Provider = { quantity: number; isCardGood: boolean; chargedCents: number; keys: Map<string, string> };
type Event = { billable: number; seconds: number; isCardGood: boolean; crashes: boolean; retries: boolean };

const price = { unitPriceCents: 3900 };
const seats = (quantity: number) => ({ ...price, quantity });

const carryOut = (provider: Provider, { quantity, charge, prorateFrom, key }: SeatChange, at: number): boolean => {
  const said = JSON.stringify({ quantity, charge, prorateFrom });
  if ((provider.keys.get(key) ?? said) !== said) throw new Error(`${key} was used for another change`);
  provider.keys.set(key, said);
  const cents = prorationOf(seats(provider.quantity), seats(quantity), november, prorateFrom ?? at);
  if (charge === 'NOW' && cents > 0 && !provider.isCardGood) return false;
  if (charge !== 'NOTHING') provider.chargedCents += cents;
  provider.quantity = quantity;
  return true;
};

/** Steps until nothing is left, or until the process ends after the provider's answer and before anything is written. */
const sync = (provider: Provider, before: Plan, { billable, crashes, retries }: Event, at: number): Plan => {
  let [plan, retriesDeclined] = [before, retries];
  const now = new Date(at * 1000);
  for (let steps = 0; steps < 8; steps++) {
    const current = subscription({ quantity: provider.quantity });
    const derived = derivePlan([current], plan, now);
    if (derived.isChanged) plan = { ...derived.plan, version: plan.version + 1 };
    const given = { plan, subscription: current, billableCount: billable, changedAt: november.startsAt, now };
    const step = nextSeatStep({ ...given, retriesDeclined });
    if (step.kind === 'DONE' || step.kind === 'REPORT') return plan;
    const isDone = step.kind === 'RECORD' || carryOut(provider, step.change, at);
    if (crashes) return plan;
    if (!isDone) retriesDeclined = false;
    plan = { ...(isDone ? step.plan : declinedPlan(plan)), version: plan.version + 1 };
  }
  throw new Error('the steps do not come to an end');
};

const anyEvent: fc.Arbitrary<Event> = fc.record({
  billable: fc.integer({ min: 1, max: 9 }),
  seconds: fc.integer({ min: 0, max: 24 * 3600 }),
  isCardGood: fc.boolean(),
  crashes: fc.boolean(),
  retries: fc.boolean(),
});

/** What new peaks cost, by finding 4: the one thing that a customer owes in the middle of a period. */
const owedFor = (events: readonly Event[]): number => {
  let [peak, at, cents] = [5, november.startsAt, 0];
  for (const { billable, seconds } of events) {
    at += seconds;
    const wanted = targetSeats('TEAM', billable);
    if (wanted > peak) cents += prorationOf(seats(peak), seats(wanted), november, at);
    peak = Math.max(peak, wanted);
  }
  return cents;
};

test('20,000 histories with a good card: the provider bills what it should, and charges each new peak once', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      const provider: Provider = { quantity: 5, isCardGood: true, chargedCents: 0, keys: new Map() };
      let [plan, at] = [teamPlan(), november.startsAt];
      for (const event of events) {
        at += event.seconds;
        plan = sync(provider, plan, { ...event, crashes: false }, at);
        if (provider.quantity !== targetSeats('TEAM', event.billable)) return false;
      }
      const isPeakKept = plan.periodSeats! >= provider.quantity && plan.seatPayment === 'OK';
      return isPeakKept && provider.chargedCents === owedFor(events);
    }),
    { numRuns: 20_000, seed: 29 },
  );
});

test('20,000 histories with declines, retries and crashes: no seat is charged twice, and the renewal bills all', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      const provider: Provider = { quantity: 5, isCardGood: true, chargedCents: 0, keys: new Map() };
      let [plan, at] = [teamPlan(), november.startsAt];
      for (const event of events) {
        at += event.seconds;
        provider.isCardGood = event.isCardGood;
        plan = sync(provider, plan, event, at);
        const rested = sync(provider, plan, { ...event, crashes: false }, at);
        if (provider.quantity !== targetSeats('TEAM', event.billable)) return false;
        if (rested.seatPayment === 'OK' && rested.periodSeats! < provider.quantity) return false;
        if (rested.seatPayment === 'DECLINED' && rested.periodSeats! >= provider.quantity) return false;
        plan = rested;
      }
      const most = prorationOf(seats(5), seats(9), november, november.startsAt);
      return provider.chargedCents <= most && provider.chargedCents >= 0;
    }),
    { numRuns: 20_000, seed: 29 },
  );
});

test('charging every step up without the peak costs several times as much (planted fault)', () => {
  const naive = (events: readonly Event[]): number => {
    let [quantity, at, cents] = [5, november.startsAt, 0];
    for (const { billable, seconds } of events) {
      at += seconds;
      const wanted = targetSeats('TEAM', billable);
      if (wanted > quantity) cents += prorationOf(seats(quantity), seats(wanted), november, at);
      quantity = wanted;
    }
    return cents;
  };
  const histories = fc.sample(fc.array(anyEvent, { minLength: 20, maxLength: 20 }), { numRuns: 500, seed: 29 });
  const sum = (rule: (events: readonly Event[]) => number): number =>
    histories.reduce((cents, events) => cents + rule(events), 0);
  expect(sum(naive) / sum(owedFor)).toBeGreaterThan(3);
});
