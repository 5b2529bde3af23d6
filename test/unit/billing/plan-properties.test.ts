import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '#domain/billing/plan.ts';
import { derivePlan } from '#domain/billing/plan-rules.ts';
import { priceKeys } from '#domain/billing/price-keys.ts';
import {
  anyPlan,
  anySubscriptions,
  november,
  subscription,
  subscriptionStates,
  teamPlan,
} from '../../support/subscriptions.ts';

const now = new Date((november.startsAt + 10 * 24 * 3600) * 1000);
const rank = (tier: Plan['tier']): number => ['FREE', 'PRO', 'TEAM', 'ENTERPRISE'].indexOf(tier);

test('the plan is total over 8 states x 3 prices x 0 to 3 subscriptions, every one of them', () => {
  const prices = [priceKeys.PRO, priceKeys.TEAM, null];
  const all = [undefined, ...subscriptionStates.flatMap((state) => prices.map((priceKey) => ({ state, priceKey })))];
  const counts = { FREE: 0, PRO: 0, TEAM: 0, ENTERPRISE: 0 };
  for (const first of all)
    for (const second of all)
      for (const third of all) {
        const list = [first, second, third].flatMap((one, place) =>
          one ? [subscription({ ...one, id: `sub_${place}`, createdAt: place })] : [],
        );
        counts[derivePlan(list, teamPlan({ subscriptionId: 'sub_0' }), now).plan.tier] += 1;
      }
  // Of the 25 choices for one place, two are paid with the price of a tier.
  expect(counts.FREE).toBe(21 ** 3);
  expect(counts.PRO).toBe(counts.TEAM);
  expect(counts.FREE + counts.PRO + counts.TEAM).toBe(25 ** 3);
});

test('35,000 plans: the order of the list does not matter, and a second look changes nothing', () => {
  fc.assert(
    fc.property(anySubscriptions, anyPlan, fc.nat({ max: 5 }), (list, plan, graceDays) => {
      const derived = derivePlan(list, plan, now, graceDays);
      const reversed = derivePlan(list.toReversed(), plan, now, graceDays).plan;
      const { isChanged, ...again } = derivePlan(list, derived.plan, now, graceDays);
      const { stopping, tier, source, subscriptionId } = derived.plan;
      const facts = {
        reversed: { ...reversed, stopping: reversed.stopping.toReversed() },
        again: { isChanged, ...again, alarms: derived.alarms },
        stopped: derived.stops.map((one) => one.subscriptionId),
        isRaised: plan.source === 'STRIPE' || rank(tier) >= rank(plan.tier),
        isBought: source === 'GRANT' || tier === 'FREE' || list.some(({ id }) => id === subscriptionId),
      };
      const rest = { ...derived, isChanged: false, tierChange: null, clearsCap: false, checksSeats: false };
      const due = { reversed: derived.plan, again: rest, stopped: [...stopping], isRaised: true, isBought: true };
      if (!isDeepStrictEqual(facts, due)) expect(facts).toEqual(due);
    }),
    { numRuns: 35_000, seed: 29 },
  );
});
