import { describe, expect, test } from 'vitest';
import { grantedPlan, type Plan } from '#domain/billing/plan.ts';
import { isWithinFloor, previewOf, seatChargeCents, seatPreviewOf } from '#domain/billing/preview-rules.ts';
import { priceKeys } from '#domain/billing/price-keys.ts';
import { freePlan, november, teamPlan } from '../../support/subscriptions.ts';

/** 18 of 30 days are left. */
const now = new Date((november.startsAt + 12 * 24 * 3600) * 1000);
const users = { billableCount: 6, ownerCount: 2 };
const proPlan = teamPlan({ tier: 'PRO', priceKey: priceKeys.PRO, renewalSeats: 1, periodSeats: 1 });
const terms = { pricePerSeatCents: 5000, seatFloor: 10, auditDays: null, requestsPerMinute: null, graceDays: null };
const preview = (tier: 'FREE' | 'PRO' | 'TEAM', plan: Plan, of: Partial<Parameters<typeof previewOf>[0]> = {}) =>
  previewOf({ tenantId: 't1', tier, plan, users, ...of }, now);

describe('preview of another tier', () => {
  test('FREE to TEAM: a whole month for every billable user', () => {
    expect(preview('TEAM', freePlan())).toEqual({
      tier: 'TEAM',
      currentTier: 'FREE',
      quantity: 6,
      unitPriceCents: 3900,
      monthlyCents: 23_400,
      dueNowCents: 23_400,
      creditCents: 0,
      periodEnd: null,
      billableMembers: 6,
      usersBecomingViewOnly: 0,
      usersBecomingEffective: 0,
      previewHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(preview('TEAM', freePlan(), { users: { billableCount: 1, ownerCount: 1 } })).toMatchObject({
      quantity: 3,
      monthlyCents: 11_700,
    });
  });

  test('FREE to PRO: one seat; everybody but Owners becomes view-only', () => {
    expect(preview('PRO', freePlan())).toMatchObject({
      quantity: 1,
      unitPriceCents: 2000,
      monthlyCents: 2000,
      dueNowCents: 2000,
      usersBecomingViewOnly: 4,
      usersBecomingEffective: 0,
    });
  });

  test('PRO to TEAM: the rest of the period, less the rest of the seat; stored roles are effective again', () => {
    expect(preview('TEAM', proPlan)).toMatchObject({
      quantity: 6,
      dueNowCents: 14_040 - 1200,
      creditCents: 0,
      periodEnd: november.endsAt,
      usersBecomingViewOnly: 0,
      usersBecomingEffective: 4,
    });
  });

  test('TEAM to PRO: what is left of the peak becomes credit', () => {
    expect(preview('PRO', teamPlan({ renewalSeats: 3 }))).toMatchObject({
      quantity: 1,
      dueNowCents: 0,
      creditCents: 11_700 - 1200,
      usersBecomingViewOnly: 4,
    });
  });

  test('to FREE nothing is due and nothing is credited: the period ends first', () => {
    expect(preview('FREE', proPlan)).toMatchObject({
      quantity: 0,
      unitPriceCents: null,
      monthlyCents: 0,
      dueNowCents: 0,
      creditCents: 0,
      usersBecomingViewOnly: 0,
      usersBecomingEffective: 4,
    });
  });

  test('the present tier costs nothing more', () => {
    expect(preview('TEAM', teamPlan())).toMatchObject({ dueNowCents: 0, creditCents: 0 });
    expect(preview('PRO', proPlan)).toMatchObject({ usersBecomingViewOnly: 0, usersBecomingEffective: 0 });
  });

  test('the hash is of tenant, tier, quantity, price and users, and of nothing that the time changes', () => {
    const hash = preview('TEAM', proPlan).previewHash;
    const later = new Date(now.getTime() + 1000);
    expect(previewOf({ tenantId: 't1', tier: 'TEAM', plan: freePlan(), users }, later).previewHash).toBe(hash);
    const others = [
      preview('PRO', proPlan),
      preview('TEAM', proPlan, { tenantId: 't2' }),
      preview('TEAM', proPlan, { users: { ...users, billableCount: 7 } }),
      preview('TEAM', proPlan, { users: { ...users, ownerCount: 3 } }),
      preview('PRO', proPlan, { users: { ...users, billableCount: 7 } }),
    ];
    expect(new Set([hash, ...others.map(({ previewHash }) => previewHash)]).size).toBe(6);
  });
});

describe('preview of more seats', () => {
  const seats = (plan: Plan, billableCount: number, add: number, cap: number | null = null) =>
    seatPreviewOf({ plan, billableCount, add, cap }, now);

  test('beyond the peak: what is left of the period for each', () => {
    expect(seats(teamPlan(), 5, 2)).toEqual({
      billableAfter: 7,
      paidSeatsAfter: 7,
      dueNowCents: 4680,
      nextRenewalCents: 27_300,
      floorHeadroomUsed: false,
      wouldExceedCap: false,
    });
  });

  test('within the peak of the period nothing is due', () => {
    expect(seats(teamPlan(), 3, 2)).toMatchObject({ dueNowCents: 0, nextRenewalCents: 19_500, paidSeatsAfter: 5 });
    expect(seats(teamPlan(), 4, 2)).toMatchObject({ dueNowCents: 2340 });
  });

  test('within the floor nothing is due, and that is said', () => {
    const floor = teamPlan({ renewalSeats: 3, periodSeats: 3 });
    expect(seats(floor, 1, 2)).toMatchObject({ dueNowCents: 0, floorHeadroomUsed: true, nextRenewalCents: 11_700 });
    expect(seats(floor, 1, 3)).toMatchObject({ dueNowCents: 2340, floorHeadroomUsed: false });
  });

  test('the cap: as many as it says, and no more', () => {
    expect(seats(teamPlan(), 5, 2, 7).wouldExceedCap).toBe(false);
    expect(seats(teamPlan(), 5, 3, 7).wouldExceedCap).toBe(true);
  });

  test('seats after a declined one are shown as they will be paid', () => {
    expect(seats(teamPlan({ seatPayment: 'DECLINED' }), 6, 1)).toMatchObject({ paidSeatsAfter: 7 });
  });

  test('a contract: its price and floor, and nothing due in the middle', () => {
    const plan = teamPlan({ tier: 'ENTERPRISE', priceKey: null, periodSeats: 10, terms });
    expect(seats(plan, 10, 1)).toMatchObject({ dueNowCents: 0, nextRenewalCents: 55_000, floorHeadroomUsed: false });
    expect(seats(plan, 9, 1)).toMatchObject({ nextRenewalCents: 50_000, floorHeadroomUsed: true });
    const without = { ...plan, terms: null };
    expect(seats(without, 9, 1)).toMatchObject({ nextRenewalCents: 0, floorHeadroomUsed: false });
    expect(seats({ ...plan, priceKey: priceKeys.TEAM }, 10, 1).dueNowCents).toBe(0);
    expect(seats({ ...plan, terms: { ...terms, pricePerSeatCents: null } }, 9, 1).nextRenewalCents).toBe(0);
  });

  test('a tier that was granted costs nothing now', () => {
    expect(seatChargeCents(grantedPlan('TEAM'), 5, 9, now)).toBe(0);
    expect(isWithinFloor(grantedPlan('FREE'), 0)).toBe(true);
    expect(isWithinFloor(grantedPlan('FREE'), 1)).toBe(false);
    expect(seats(proPlan, 1, 1)).toMatchObject({ dueNowCents: 0, nextRenewalCents: 2000 });
  });
});
