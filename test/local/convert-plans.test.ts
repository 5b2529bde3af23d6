import { afterAll, expect, it } from 'vitest';
import { remove, set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import type { Tier } from '#domain/access/actor.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { convertPlans } from '../../local/convert-plans.ts';
import { openTable } from '../../local/table/open-table.ts';

const table = await openTable();
afterAll(() => table.close());
const tables = connectTable(table);
const plans = new PlanRepository(tables);

/** As an older version wrote it: the tier on the tenant, no plan, workspaces not counted. */
const anOldTenant = async (tier: Tier) => {
  const email = `owner-${systemRuntime.newId()}@example.test`;
  const { tenantId } = await createTenant(
    { tier, email, workspaceName: 'First' },
    new TenantRepository(tables),
    systemRuntime,
  );
  const scope = mintScope.tenant(tenantId);
  await tables(tenantId).delete(keys.plan(scope));
  await tables(tenantId).update(keys.tenant(scope), [set('tier', tier)]);
  await tables(tenantId).update(keys.billing(scope), [remove('workspaceCount')]);
  return scope;
};

it('the tier of every tenant of an older folder moves to its plan, once, and its workspaces are counted', async () => {
  const own = await anOldTenant('TEAM');
  const others = [await anOldTenant('FREE'), await anOldTenant('PRO'), await anOldTenant('ENTERPRISE')];
  expect(await convertPlans(table, tables, own.tenantId)).toBe(4);
  const found = await Promise.all([own, ...others].map((scope) => plans.get(scope)));
  expect(found.map(({ plan }) => plan.tier)).toEqual(['TEAM', 'FREE', 'PRO', 'ENTERPRISE']);
  expect(found.map(({ billing }) => billing.workspaceCount)).toEqual([1, 1, 1, 1]);
  expect(await tables(own.tenantId).get(keys.tenant(own))).not.toHaveProperty('tier');
  expect(await convertPlans(table, tables, own.tenantId)).toBe(0);
});
