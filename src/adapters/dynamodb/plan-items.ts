import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import { atVersion } from './change-records.ts';
import { auditDaysOf, grantedPlan, type Plan } from '#domain/billing/plan.ts';
import { absent, type Condition, equal, some } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf } from './record.ts';
import type { Item, Write } from './writes.ts';

/** A tenant without the item has bought nothing: so a first sign-in, which makes tenants, need not be able to write a plan. */
export const planOf = (item: Item | undefined): Plan =>
  item === undefined ? { ...grantedPlan('FREE'), version: 0 } : recordOf<Plan>(item);

/** The tier, and for how many days a contract has audit entries kept. */
export const tierIn = (item: Item | undefined): { tier: Tier; auditDays: number | null } => {
  const plan = planOf(item);
  return { tier: plan.tier, auditDays: auditDaysOf(plan) };
};

/** The write that gives a new tenant its plan; none for FREE. */
export const planPuts = (scope: TenantScope, tier: Tier): Write[] =>
  tier === 'FREE' ? [] : [{ put: { ...keys.plan(scope), ...grantedPlan(tier) }, if: absent('pk') }];

/** The write of a plan that holds only at the version that was read, and moves it one on. `open` puts it among the open work. */
export const planAtVersion = (scope: TenantScope, plan: Plan, open: object = {}): Extract<Write, { put: unknown }> => ({
  put: { ...keys.plan(scope), ...plan, ...open, version: plan.version + 1 },
  if: plan.version === 0 ? absent('pk') : atVersion([plan.version]),
});

/** The check that the tenant still has the tier under which a change was decided. */
export const tierCheck = (scope: TenantScope, tier: Tier): Extract<Write, { check: unknown }> => ({
  check: keys.plan(scope),
  if: isTier(tier),
});

/** The same as a step of a transaction. */
export const sameTier = (scope: TenantScope, tier: Tier) => ({
  refusal: 'TIER_CHANGED' as const,
  write: tierCheck(scope, tier),
});

const isTier = (tier: Tier): Condition =>
  tier === 'FREE' ? some(absent('pk'), equal('tier', tier)) : equal('tier', tier);
