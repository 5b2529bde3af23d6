import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AuditRepository } from '#adapters/dynamodb/audit-repository.ts';
import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { FirstTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { type Grant, grantTier } from '#domain/billing/grant-tier.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { inviteOwner } from '#domain/users/invite-owner.ts';
import { create } from '../../scripts/tenant/create.ts';
import { inviteOwner as inviteByCommand } from '../../scripts/tenant/invite-owner.ts';
import { setTier } from '../../scripts/tenant/set-tier.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, type Tenant, testInProcess } from '../support/scenario.ts';

const scenario = await openScenario(localPorts(), { limits: new RateLimits(Date.now) });
const grant = ({ tenantId }: Pick<Tenant, 'tenantId'>, wish: Grant) => {
  const tables = scenario.target.tables!;
  const ports = { plans: new PlanRepository(tables), checkouts: new CheckoutRepository(tables) };
  return grantTier(mintScope.tenant(tenantId), wish, ports, systemRuntime);
};
type Entry = { action: string; actor: object; metadata: object };
const entriesOf = async ({ owner }: Tenant): Promise<Entry[]> =>
  (await owner.get<{ data: Entry[] }>('/api/v1/audit-log?size=100')).body.data.filter(({ action }) =>
    action.startsWith('PLAN_'),
  );

testInProcess('a granted contract is in force at the next request, with its price, and is told once', async () => {
  const tenant = await scenario.aTenant('FREE');
  const wish: Grant = { tier: 'ENTERPRISE', terms: { pricePerSeatCents: 5000, auditDays: 2555 } };
  const { before, after } = await grant(tenant, wish);
  expect([before.tier, after.tier, after.source]).toEqual(['FREE', 'ENTERPRISE', 'GRANT']);
  const { body } = await tenant.owner.get('/api/billing/subscription-status');
  expect(body).toMatchObject({ tier: 'ENTERPRISE', pricePerSeatCents: 5000 });
  await grant(tenant, wish);
  expect(await entriesOf(tenant)).toMatchObject([
    {
      action: 'PLAN_UPGRADED',
      actor: { userId: null, tokenId: null },
      metadata: { oldTier: 'FREE', newTier: 'ENTERPRISE', billableCount: 1, usersAffectedByFacade: 0 },
    },
  ]);
});

testInProcess('the requests a minute of a contract hold from the next request on', async () => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  const policy = async () => (await tenant.owner.get('/api/v1/me')).headers['ratelimit-policy'];
  expect(await policy()).toBeUndefined();
  await grant(tenant, { tier: 'ENTERPRISE', terms: { requestsPerMinute: 90 } });
  expect(await policy()).toBe('"tenant";q=90;w=60');
});

testInProcess('the service keeps its own entry of a contract as long as the contract says', async () => {
  const tenant = await scenario.aTenant('FREE');
  await grant(tenant, { tier: 'ENTERPRISE', terms: { auditDays: 2555 } });
  const scope = mintScope.tenant(tenant.tenantId);
  const range = { from: new Date(0), before: new Date(Date.now() + 60_000) };
  const [entry] = await new AuditRepository(scenario.target.tables!).list(scope, range, 1);
  expect(entry).toMatchObject({ action: 'PLAN_UPGRADED' });
  expect(entry!.expiresAt - Math.floor(Date.parse(entry!.at) / 1000)).toBe(2555 * 24 * 3600);
});

testInProcess('one term is changed and the others stay; without a change of tier nothing is told', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await grant(tenant, { tier: 'ENTERPRISE', terms: { auditDays: 400, seatFloor: 10 } });
  const { after } = await grant(tenant, { tier: 'ENTERPRISE', terms: { seatFloor: 20 } });
  expect(after.terms).toMatchObject({ auditDays: 400, seatFloor: 20, graceDays: null });
  expect(await entriesOf(tenant)).toHaveLength(1);
});

testInProcess('below TEAM the cap and the terms go, and that is told as a downgrade', async () => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 10 });
  const { after } = await grant(tenant, { tier: 'PRO', terms: {} });
  expect(after.terms).toBeNull();
  const { body } = await tenant.owner.get('/api/billing/subscription-status');
  expect(body).toMatchObject({ tier: 'PRO', maxBillableUsers: null });
  await grant(tenant, { tier: 'TEAM', terms: {} });
  const [, downgraded] = await entriesOf(tenant);
  expect(downgraded).toMatchObject({ action: 'PLAN_DOWNGRADED', metadata: { oldTier: 'ENTERPRISE', newTier: 'PRO' } });
});

testInProcess('the customer of a subscription made by hand leads to the tenant; another one is refused', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const wish: Grant = { tier: 'ENTERPRISE', terms: {}, customerId: 'cus_byhand' };
  expect((await grant(tenant, wish)).after.customerId).toBe('cus_byhand');
  const customers = new CheckoutRepository(scenario.target.tables!);
  expect(await customers.findTenant('cus_byhand')).toBe(tenant.tenantId);
  await expect(grant(tenant, { ...wish, customerId: 'cus_other' })).rejects.toThrow('cus_byhand already');
  expect(await customers.findTenant('cus_other')).toBeUndefined();
});

testInProcess('a tenant that is not there is refused', async () => {
  const nobody = { tenantId: '00000000-0000-7000-8000-000000000000' };
  await expect(grant(nobody, { tier: 'PRO', terms: {} })).rejects.toThrow('no billing header');
});

const inviting = (tenantId: string, email: string) => {
  const tables = scenario.target.tables!;
  const ports = { plans: new PlanRepository(tables), users: new UserRepository(tables) };
  const wish = { email, baseUrl: 'https://api.example.com' };
  return inviteOwner(mintScope.tenant(tenantId), wish, ports, systemRuntime);
};

testInProcess('an Owner whom an operator invites is an invited user, and the audit log tells of nobody', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const { userId, invitation } = await inviting(tenant.tenantId, 'new-owner@example.com');
  expect(invitation.acceptUrl).toMatch(/^https:\/\/api\.example\.com\/api\/v1\/invitations\/dzi_[\w-]{43}\/accept$/);
  const { body } = await tenant.owner.get(`/api/manage/users/${userId}`);
  expect(body).toMatchObject({ email: 'new-owner@example.com', role: 'OWNER', status: 'INVITED' });
  const log = await tenant.owner.get<{ data: Entry[] }>('/api/v1/audit-log?action=USER_INVITED');
  expect(log.body.data).toMatchObject([{ actor: { userId: null, tokenId: null }, metadata: { role: 'OWNER' } }]);
});

testInProcess('an operator’s invitation takes a seat: FREE has none left, and an address is invited once', async () => {
  const free = await scenario.aTenant('FREE');
  await expect(inviting(free.tenantId, 'second@example.com')).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
  const team = await scenario.aTenant('TEAM');
  await inviting(team.tenantId, 'twice@example.com');
  await expect(inviting(team.tenantId, 'twice@example.com')).rejects.toMatchObject({ code: 'EMAIL_CONFLICT' });
});

testInProcess('a tenant that an operator makes has its tier, and its Owner’s address makes no second one', async () => {
  const email = `owner-${randomUUID()}@example.com`;
  const made = (await create(scenario.target.tables!, { email, tier: 'PRO', name: 'Payments' })) as FirstTenant;
  const { plan } = await new PlanRepository(scenario.target.tables!).get(mintScope.tenant(made.tenantId));
  expect(plan.tier).toBe('PRO');
  await expect(create(scenario.target.tables!, { email })).rejects.toThrow('belongs to a tenant already');
});

const tenantId = '0192f0a0-0000-7000-8000-00000000000f';

const noTable: Tables = () => {
  throw new Error('the table was asked');
};

test.each([
  [create, {}, '--email is an address'],
  [create, { email: 'a@b.example', tier: 'GOLD' }, '--tier is one of FREE, PRO, TEAM, ENTERPRISE.'],
  [inviteByCommand, { email: 'a@b.example', url: 'https://x.example' }, '--tenant is the id'],
  [inviteByCommand, { tenant: tenantId, email: 'a@b.example' }, '--url is the address'],
  [setTier, { tenant: 'x', tier: 'PRO' }, '--tenant is the id'],
  [setTier, { tenant: tenantId, tier: 'GOLD' }, '--tier is one of'],
  [setTier, { tenant: tenantId, tier: 'PRO', 'audit-days': '30' }, 'Only ENTERPRISE'],
  [setTier, { tenant: tenantId, tier: 'ENTERPRISE', 'audit-days': '-1' }, '--audit-days is a whole number'],
  [setTier, { tenant: tenantId, tier: 'ENTERPRISE', 'requests-per-minute': '59' }, '60 at least'],
])(
  'wrong use is refused before the table is asked, and the message says what is wanted: %o',
  async (command, given, message) => {
    await expect(command(noTable, given)).rejects.toThrow(message);
  },
);

test.each([
  [[], 'There is no command'],
  [['create'], '--email is an address'],
  [['create', '--mail', 'x'], '--mail'],
])('the command exits 2, says what is wrong and shows its usage: %j', (words, message) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/tenant.ts', ...words], {
    encoding: 'utf8',
    env: { ...process.env, TABLE_NAME: 'never-asked', AWS_REGION: 'eu-west-1' },
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).toContain('npm run tenant -- create');
});
