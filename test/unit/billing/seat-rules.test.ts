import { describe, expect, test } from 'vitest';
import type { Plan } from '#domain/billing/plan.ts';
import { declinedPlan, nextSeatStep, paidSeatsOf, type SeatState, targetSeats } from '#domain/billing/seat-rules.ts';
import { freePlan, november, subscription, teamPlan } from '../../support/subscriptions.ts';

const now = new Date((november.startsAt + 10 * 24 * 3600) * 1000);
const terms = { pricePerSeatCents: 5000, seatFloor: 10, auditDays: null, requestsPerMinute: null, graceDays: null };

type Given = { billable: number; quantity?: number; plan?: Partial<Plan> } & Partial<Omit<SeatState, 'plan'>>;

/** TEAM with five seats of which all are paid, in the middle of November. */
const stepOf = ({ billable, quantity = 5, plan = {}, ...of }: Given) =>
  nextSeatStep({
    plan: { ...teamPlan({ renewalSeats: quantity }), ...plan },
    subscription: subscription({ quantity }),
    billableCount: billable,
    changedAt: november.startsAt + 5,
    retriesDeclined: false,
    now,
    ...of,
  });
const keyOf = (from: number, to: number): string => `seats:sub_1:${november.startsAt}:${from}:${to}:7`;
const change = (from: number, quantity: number, charge: string) => ({ quantity, charge, key: keyOf(from, quantity) });
const firstToday = { day: '2026-11-11', count: 1 };
const declined = { seatPayment: 'DECLINED' } as const;

describe('seats to pay for (specification §2, §3)', () => {
  test.each([
    ['FREE', 4, 0],
    ['PRO', 4, 1],
    ['TEAM', 0, 3],
    ['TEAM', 3, 3],
    ['TEAM', 4, 4],
    ['ENTERPRISE', 0, 1],
    ['ENTERPRISE', 4, 4],
  ] as const)('%s with %d billable users: %d', (tier, billable, seats) => {
    expect(targetSeats(tier, billable)).toBe(seats);
  });

  test('a contract may have a floor', () => {
    expect(targetSeats('ENTERPRISE', 4, terms)).toBe(10);
    expect(targetSeats('ENTERPRISE', 11, terms)).toBe(11);
    expect(targetSeats('ENTERPRISE', 4, { ...terms, seatFloor: null })).toBe(4);
  });

  test('paid seats go up at once and down at the renewal; a declined seat is none', () => {
    expect(paidSeatsOf(freePlan(), 4)).toBe(0);
    expect(paidSeatsOf(teamPlan({ tier: 'PRO', periodSeats: 9 }), 4)).toBe(1);
    expect(paidSeatsOf(teamPlan(), 7)).toBe(7);
    expect(paidSeatsOf(teamPlan(), 2)).toBe(5);
    expect(paidSeatsOf(teamPlan(declined), 7)).toBe(5);
    expect(paidSeatsOf(teamPlan({ periodSeats: null }), 2)).toBe(3);
    expect(paidSeatsOf(teamPlan({ periodSeats: null, ...declined }), 2)).toBe(0);
    expect(paidSeatsOf(teamPlan({ tier: 'ENTERPRISE', terms }), 2)).toBe(10);
  });
});

describe('specification §3, auto-seat', () => {
  test('a billable user is added and there are more than 3: one seat more, prorated immediately', () => {
    expect(stepOf({ billable: 6 })).toEqual({
      kind: 'CHANGE',
      change: change(5, 6, 'NOW'),
      plan: teamPlan({ renewalSeats: 6, periodSeats: 6, immediateInvoices: firstToday }),
    });
  });

  test('a billable user is added and there are 3 at most: none', () => {
    expect(stepOf({ billable: 3, quantity: 3, plan: { periodSeats: 3 } })).toEqual({ kind: 'DONE' });
  });

  test('a billable user is removed and 3 at least are left: one less from the renewal, no money moves', () => {
    expect(stepOf({ billable: 4 })).toEqual({
      kind: 'CHANGE',
      change: change(5, 4, 'NOTHING'),
      plan: teamPlan({ renewalSeats: 4 }),
    });
  });

  test('a billable user is removed and less than 3 are left: none', () => {
    expect(stepOf({ billable: 2, quantity: 3, plan: { periodSeats: 3 } })).toEqual({ kind: 'DONE' });
  });
});

describe('the cases of record 0108', () => {
  test('D = Q: done', () => {
    expect(stepOf({ billable: 5 })).toEqual({ kind: 'DONE' });
    expect(stepOf({ billable: 4, quantity: 4 })).toEqual({ kind: 'DONE' });
  });

  test('D < Q, removed in this period: quantity D, no money moves, the peak stays', () => {
    for (const changedAt of [november.startsAt, null])
      expect(stepOf({ billable: 3, changedAt })).toMatchObject({
        change: change(5, 3, 'NOTHING'),
        plan: { renewalSeats: 3, periodSeats: 5, immediateInvoices: null },
      });
  });

  test('D < Q, removed before the period began: the seat is credited whole, and paid for no more', () => {
    expect(stepOf({ billable: 4, changedAt: november.startsAt - 1 })).toEqual({
      kind: 'CHANGE',
      change: { ...change(5, 4, 'NOW'), prorateFrom: november.startsAt },
      plan: teamPlan({ renewalSeats: 4, periodSeats: 4, immediateInvoices: firstToday }),
    });
  });

  test('a credit takes only its own seats off the peak', () => {
    const given = { billable: 3, quantity: 4, plan: { periodSeats: 6 }, changedAt: november.startsAt - 1 };
    expect(stepOf(given)).toMatchObject({ plan: { periodSeats: 5 } });
  });

  test('seats that were not paid for are not credited', () => {
    const given = { billable: 4, plan: { periodSeats: 3, ...declined }, changedAt: november.startsAt - 1 };
    expect(stepOf(given)).toMatchObject({ change: change(5, 4, 'NOTHING'), plan: { periodSeats: 3 } });
  });

  test('a credit that was not recorded before the process ended is recorded', () => {
    const given = { billable: 4, quantity: 4, changedAt: november.startsAt - 1 };
    expect(stepOf(given)).toEqual({ kind: 'RECORD', plan: teamPlan({ renewalSeats: 4, periodSeats: 4 }) });
    expect(stepOf({ ...given, plan: { periodSeats: 4 } })).toEqual({ kind: 'DONE' });
    expect(stepOf({ ...given, changedAt: november.startsAt })).toEqual({ kind: 'DONE' });
  });

  test('Q < D ≤ peak: quantity D, already paid', () => {
    for (const billable of [4, 5])
      expect(stepOf({ billable, quantity: 3 })).toMatchObject({
        change: change(3, billable, 'NOTHING'),
        plan: { renewalSeats: billable, periodSeats: 5, immediateInvoices: null },
      });
  });

  test('D > peak with Q below the peak: the peak first, then D at once', () => {
    expect(stepOf({ billable: 6, quantity: 4 })).toMatchObject({
      change: change(4, 5, 'NOTHING'),
      plan: { renewalSeats: 5, periodSeats: 5 },
    });
    expect(stepOf({ billable: 6 })).toMatchObject({ change: change(5, 6, 'NOW'), plan: { periodSeats: 6 } });
  });

  test('a quantity above the recorded peak is a charge that was not recorded', () => {
    expect(stepOf({ billable: 7, plan: { periodSeats: 3 } })).toMatchObject({ change: change(5, 7, 'NOW') });
    expect(stepOf({ billable: 7, plan: { periodSeats: null } })).toMatchObject({ change: change(5, 7, 'NOW') });
  });

  test('the thirteenth invoice of a UTC day waits for the renewal', () => {
    const after = (day: string, count: number) => stepOf({ billable: 6, plan: { immediateInvoices: { day, count } } });
    expect(after('2026-11-11', 11)).toMatchObject({
      change: { charge: 'NOW' },
      plan: { immediateInvoices: { day: '2026-11-11', count: 12 } },
    });
    expect(after('2026-11-11', 12)).toMatchObject({
      change: { charge: 'NEXT_INVOICE' },
      plan: { periodSeats: 6, immediateInvoices: { day: '2026-11-11', count: 12 } },
    });
    expect(after('2026-11-10', 12)).toMatchObject({
      change: { charge: 'NOW' },
      plan: { immediateInvoices: firstToday },
    });
  });

  test('declined: that is written, then quantity D, which the renewal bills', () => {
    expect(declinedPlan(teamPlan())).toEqual(teamPlan(declined));
    expect(stepOf({ billable: 6, plan: declined })).toEqual({
      kind: 'CHANGE',
      change: change(5, 6, 'NOTHING'),
      plan: teamPlan({ renewalSeats: 6, periodSeats: 5, ...declined }),
    });
    expect(stepOf({ billable: 6, quantity: 6, plan: declined })).toEqual({ kind: 'DONE' });
  });

  test('declined seats are charged anew: down to the peak, then D at once under a key of its own', () => {
    const again = { billable: 6, plan: declined, retriesDeclined: true };
    expect(stepOf({ ...again, quantity: 6 })).toMatchObject({
      change: change(6, 5, 'NOTHING'),
      plan: { renewalSeats: 5, periodSeats: 5, seatPayment: 'DECLINED' },
    });
    expect(stepOf(again)).toEqual({
      kind: 'CHANGE',
      change: { quantity: 6, charge: 'NOW', key: `${keyOf(5, 6)}:again` },
      plan: teamPlan({ renewalSeats: 6, periodSeats: 6, immediateInvoices: firstToday }),
    });
    expect(stepOf({ ...again, billable: 8, quantity: 6 })).toMatchObject({ change: change(6, 5, 'NOTHING') });
  });

  test('declined seats that are removed again leave nothing to pay', () => {
    expect(stepOf({ billable: 5, quantity: 6, plan: declined })).toMatchObject({ change: change(6, 5, 'NOTHING') });
    for (const retriesDeclined of [true, false])
      expect(stepOf({ billable: 5, plan: declined, retriesDeclined })).toEqual({ kind: 'RECORD', plan: teamPlan() });
  });

  test('PRO has one seat', () => {
    const plan = { tier: 'PRO', periodSeats: 1 } as const;
    expect(stepOf({ billable: 7, quantity: 1, plan })).toEqual({ kind: 'DONE' });
    expect(stepOf({ billable: 7, quantity: 2, plan })).toMatchObject({ change: change(2, 1, 'NOTHING') });
  });

  test('the quantity of a contract is never changed by us, drift is told', () => {
    const plan = { tier: 'ENTERPRISE', terms } as const;
    expect(stepOf({ billable: 12, quantity: 12, plan })).toEqual({ kind: 'DONE' });
    expect(stepOf({ billable: 12, quantity: 10, plan })).toEqual({ kind: 'REPORT', drift: -2 });
    expect(stepOf({ billable: 2, quantity: 12, plan })).toEqual({ kind: 'REPORT', drift: 2 });
  });

  test('nothing is done to a subscription that is not the recorded one, or that buys nothing', () => {
    expect(stepOf({ billable: 9, plan: { subscriptionId: 'sub_2' } })).toEqual({ kind: 'DONE' });
    expect(stepOf({ billable: 9, plan: { tier: 'FREE' } })).toEqual({ kind: 'DONE' });
  });
});
