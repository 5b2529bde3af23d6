import { afterAll, expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import type { Tier } from '#domain/access/actor.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import type { Plan } from '#domain/billing/plan.ts';
import type { PlanChange } from '#domain/ports/plan-repository.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openTable } from '../../local/table/open-table.ts';

const table = await openTable();
afterAll(() => table.close());
const tables = connectTable(table);
const plans = new PlanRepository(tables);

const aTenant = async (tier: Tier) => {
  const email = `owner-${systemRuntime.newId()}@example.test`;
  const first = { tier, email, workspaceName: 'First' };
  const { tenantId } = await createTenant(first, new TenantRepository(tables), systemRuntime);
  return mintScope.tenant(tenantId);
};

const anEntry = (tenantId: string) =>
  auditOf(
    { userId: 'u', email: null, tokenId: null, tier: 'TEAM' },
    'request',
    systemRuntime,
  )('TENANT_CREATED', {
    type: 'TENANT',
    id: tenantId,
  });

const change = (plan: Plan, more: Partial<PlanChange> = {}): PlanChange => ({
  plan,
  nextCheckAt: null,
  clearsCap: false,
  entries: [],
  ...more,
});

test('a tenant that has bought nothing has the plan FREE at version 0, and no item of it', async () => {
  const scope = await aTenant('FREE');
  const { plan, billing } = await plans.get(scope);
  expect(plan).toMatchObject({ tier: 'FREE', source: 'GRANT', version: 0 });
  expect(billing).toEqual({
    ownerCount: 1,
    billableCount: 1,
    viewerCount: 0,
    workspaceCount: 1,
    maxBillableUsers: null,
    seatsChangedAt: null,
    retriesDeclined: false,
  });
  expect(await tables(scope.tenantId).get(keys.plan(scope))).toBeUndefined();
});

test('of writers at the same version one gets through, also where there was no plan', async () => {
  for (const tier of ['FREE', 'TEAM'] as const) {
    const scope = await aTenant(tier);
    const { plan } = await plans.get(scope);
    const writers = Array.from({ length: 20 }, (_, seats) => change({ ...plan, tier: 'PRO', periodSeats: seats }));
    const outcomes = await Promise.all(writers.map((each) => plans.apply(scope, each)));
    expect(outcomes.filter((outcome) => outcome === 'DONE')).toHaveLength(1);
    const winner = outcomes.indexOf('DONE');
    expect((await plans.get(scope)).plan).toEqual({ ...writers[winner]!.plan, version: plan.version + 1 });
  }
});

test('plan, cap and entries change together or not at all', async () => {
  const scope = await aTenant('TEAM');
  await tables(scope.tenantId).update(keys.billing(scope), [set('maxBillableUsers', 5)]);
  const { plan } = await plans.get(scope);
  const entry = anEntry(scope.tenantId);
  const fallen = change({ ...plan, tier: 'FREE' }, { clearsCap: true, entries: [entry] });

  const late = { ...fallen, plan: { ...fallen.plan, version: plan.version + 7 } };
  expect(await plans.apply(scope, late)).toBe('CHANGED');
  expect((await plans.get(scope)).billing.maxBillableUsers).toBe(5);
  expect(await tables(scope.tenantId).get(keys.auditEntry(scope, entry.id))).toBeUndefined();

  expect(await plans.apply(scope, fallen)).toBe('DONE');
  expect(await plans.get(scope)).toMatchObject({ plan: { tier: 'FREE' }, billing: { maxBillableUsers: null } });
  expect(await tables(scope.tenantId).get(keys.auditEntry(scope, entry.id))).toMatchObject({ id: entry.id });
});
