import { describe, expect, it } from 'vitest';
import { allowanceOf } from '#domain/billing/allowance-rules.ts';
import { grantedPlan, type Plan } from '#domain/billing/plan.ts';

const seconds = (time: string): number => Date.parse(time) / 1000;
const [start, end] = ['2026-01-20T09:00:00.000Z', '2026-02-20T09:00:00.000Z'];
const bought = (tier: Plan['tier'], more: Partial<Plan> = {}): Plan => ({
  ...grantedPlan(tier),
  source: 'STRIPE',
  periodStart: seconds(start),
  periodEnd: seconds(end),
  ...more,
});
const header = {
  ownerCount: 1,
  viewerCount: 0,
  workspaceCount: 1,
  maxBillableUsers: null,
  seatsChangedAt: null,
  retriesDeclined: false,
};
const at = (plan: Plan, now = '2026-01-31T12:00:00.000Z', billableCount = 1) =>
  allowanceOf({ plan, billing: { ...header, billableCount } }, new Date(now));

describe('the period', () => {
  it('is the subscription’s, and lasts until the provider shows the next one', () => {
    for (const now of [start, '2026-01-31T12:00:00.000Z', '2026-02-21T00:00:00.000Z'])
      expect(at(bought('PRO'), now).month).toMatchObject({ startsAt: start, resetsAt: end });
    const renewed = bought('PRO', { periodStart: seconds(end), periodEnd: seconds('2026-03-20T09:00:00.000Z') });
    expect(at(renewed).month.name).not.toBe(at(bought('PRO')).month.name);
  });

  it('is the calendar month of UTC without a subscription: on FREE, also after one, and for a grant', () => {
    const month = { startsAt: '2026-02-01T00:00:00.000Z', resetsAt: '2026-03-01T00:00:00.000Z' };
    for (const plan of [grantedPlan('FREE'), bought('FREE'), grantedPlan('TEAM')])
      expect(at(plan, '2026-02-28T23:59:59.999Z').month).toMatchObject(month);
    expect(at(grantedPlan('FREE'), '2026-12-31T23:59:59.999Z').month.resetsAt).toBe('2027-01-01T00:00:00.000Z');
  });

  it('belongs to one tier, even where two end at the same time', () => {
    const names = (['FREE', 'PRO', 'TEAM', 'ENTERPRISE'] as const).map((tier) => at(grantedPlan(tier)).month.name);
    expect(new Set(names).size).toBe(4);
    expect(at(bought('PRO')).month.name).not.toBe(at(bought('TEAM')).month.name);
  });
});

describe('the limit', () => {
  it('is paid seats × tokens of a seat: up at once, down with the period, without declined seats', () => {
    expect(at(bought('TEAM', { periodSeats: 3 }), undefined, 5).month.limit).toBe(5 * 40_000_000);
    expect(at(bought('TEAM', { periodSeats: 5 }), undefined, 2).month.limit).toBe(5 * 40_000_000);
    const declined = bought('TEAM', { periodSeats: 3, seatPayment: 'DECLINED' });
    expect(at(declined, undefined, 5).month.limit).toBe(3 * 40_000_000);
    expect(at(bought('PRO'), undefined, 5).month.limit).toBe(15_000_000);
    expect(at(bought('ENTERPRISE'), undefined, 5).month.limit).toBeNull();
  });

  it('is that of one seat on FREE, with a cap for each day of UTC', () => {
    const { month, day } = at(grantedPlan('FREE'), '2026-01-31T23:59:59.999Z', 4);
    expect([month.limit, day.limit]).toEqual([2_000_000, 200_000]);
    expect(day).toMatchObject({ startsAt: '2026-01-31T00:00:00.000Z', resetsAt: '2026-02-01T00:00:00.000Z' });
    expect(at(bought('TEAM')).day.limit).toBeNull();
  });
});
