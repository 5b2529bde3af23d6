import { expect } from 'vitest';
import type { Tier } from '#domain/access/actor.ts';
import { aProject } from '../support/addresses.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import { aNotebook, notebooksOf } from '../support/notebooks.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';
import { oidcSetting, ssoPath } from '../support/sso.ts';

/** The table of the specification (§8, Limits): what each row says of each tier, and how it is measured from outside. */
type Row = { says: Record<Tier, unknown>; measure: (tenant: Tenant) => Promise<unknown> };

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));
/** As many as are tried where there is no limit: more than the largest of the table. */
const many = 17;

const status = async ({ owner }: Tenant) =>
  (await owner.get<Record<string, unknown>>('/api/billing/subscription-status')).body;

/** How many of `many` requests succeed, one after the other, and the code of those that do not. */
const countMade = async (send: (at: number) => Promise<{ status: number; body: { code?: string } }>) => {
  let made = 0;
  for (; made < many; made += 1) {
    const answer = await send(made);
    if (answer.status !== 201) return [made, answer.body.code];
  }
  return 'unlimited';
};

const invite = ({ owner }: Tenant, role: string) =>
  countMade(() => owner.post('/api/manage/users', { email: `${crypto.randomUUID()}@example.test`, role }));

const limited = (count: number) => [count, 'PLAN_LIMIT_REACHED'];
const everywhere = (value: unknown) => ({ FREE: value, PRO: value, TEAM: value, ENTERPRISE: value });

const rows: Record<string, Row> = {
  Price: {
    says: { FREE: [null, 0], PRO: [2000, 1], TEAM: [3900, 3], ENTERPRISE: [null, 1] },
    measure: async (tenant) => {
      const { pricePerSeatCents, paidSeats } = await status(tenant);
      return [pricePerSeatCents, paidSeats];
    },
  },
  'AI tokens per billable user per month': {
    says: { FREE: 2_000_000, PRO: 15_000_000, TEAM: 40_000_000, ENTERPRISE: null },
    measure: async (tenant) => (await status(tenant))['monthlyTokensPerSeat'],
  },
  'Daily token cap': {
    says: { ...everywhere(null), FREE: 200_000 },
    measure: async (tenant) => (await status(tenant))['dailyTokenCap'],
  },
  Workspaces: {
    // The tenant has one from its beginning.
    says: { ...everywhere('unlimited'), FREE: limited(0), PRO: limited(4) },
    measure: ({ owner }) => countMade((at) => owner.post('/api/manage/workspaces', { name: `Workspace ${at}` })),
  },
  'Projects per workspace': {
    says: { ...everywhere('unlimited'), FREE: limited(1) },
    measure: ({ owner, workspaceId }) =>
      countMade((at) => owner.post(`/api/v1/workspaces/${workspaceId}/projects`, { name: `Project ${at}` })),
  },
  'Features per project': {
    says: { ...everywhere('unlimited'), FREE: limited(3) },
    measure: async (tenant) => {
      const { path } = await aProject(tenant);
      return countMade((at) => tenant.owner.post(`${path}/features`, { name: `Feature ${at}` }));
    },
  },
  'Notebooks per workspace': {
    says: { ...everywhere('unlimited'), FREE: limited(1), PRO: limited(3) },
    measure: (tenant) => countMade((at) => tenant.owner.post(notebooksOf(tenant), { name: `Notebook ${at}` })),
  },
  'Pages per notebook': {
    says: { ...everywhere('unlimited'), FREE: limited(1), PRO: limited(15) },
    measure: async (tenant) => {
      const { path } = await aNotebook(tenant);
      return countMade((at) => tenant.owner.post(`${path}/pages`, { title: `Page ${at}`, content: '' }));
    },
  },
  'Characters per page': {
    says: { ...everywhere(201), FREE: 'PLAN_LIMIT_REACHED' },
    measure: async (tenant) => {
      const { path } = await aNotebook(tenant);
      const answer = await tenant.owner.post(`${path}/pages`, { title: 'Long', content: 'x'.repeat(5001) });
      return answer.body.code ?? answer.status;
    },
  },
  'Billable users': {
    // The Owner is one.
    says: { ...everywhere('unlimited'), FREE: limited(0), PRO: limited(0) },
    measure: (tenant) => invite(tenant, 'MEMBER'),
  },
  Viewers: {
    says: { FREE: ['unlimited', 0], PRO: ['unlimited', 1], TEAM: ['unlimited', 3], ENTERPRISE: ['unlimited', 1] },
    measure: async (tenant) => [await invite(tenant, 'VIEWER'), (await status(tenant))['paidSeats']],
  },
  'Own LLM keys': {
    says: { ...everywhere(200), FREE: 'TIER_REQUIRED' },
    measure: async ({ owner }) => {
      const key = { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-0123456789abcdef' };
      const answer = await owner.put('/api/manage/llm-keys', key);
      return answer.body.code ?? answer.status;
    },
  },
  SSO: {
    says: { ...everywhere('TIER_REQUIRED'), ENTERPRISE: 200 },
    measure: async (tenant) => {
      await verifiedDomain(tenant, dns);
      const answer = await tenant.owner.put(ssoPath, oidcSetting);
      return answer.body.code ?? answer.status;
    },
  },
  'Audit log': {
    says: { FREE: ['TIER_REQUIRED', 90], PRO: ['TIER_REQUIRED', 90], TEAM: [200, 90], ENTERPRISE: [200, 365] },
    measure: async ({ owner, tenantId }) => {
      await owner.post('/api/v1/pats', { name: 'CI' });
      const answer = await owner.get('/api/v1/audit-log');
      const { items } = await scenario.target.tables!(tenantId).query({ pk: `T#${tenantId}#AUD` });
      const { at, expiresAt } = items.at(-1)!;
      const days = ((expiresAt as number) - Math.floor(Date.parse(String(at)) / 1000)) / 86_400;
      return [answer.body.code ?? answer.status, days];
    },
  },
};

const cells = Object.entries(rows).flatMap(([row, { says, measure }]) =>
  (Object.keys(says) as Tier[]).map((tier) => ({ row, tier, says: says[tier], measure })),
);

testWithActors.each(cells)('$row on $tier', async ({ tier, says, measure }) => {
  expect(await measure(await scenario.aTenant(tier))).toEqual(says);
});

testWithActors('a cap changes no seat that is paid for', async () => {
  const tenant = await scenario.aTenant('TEAM');
  for (const maxBillableUsers of [10, 3, null]) {
    expect((await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers })).status).toBe(200);
    expect(await status(tenant)).toMatchObject({ paidSeats: 3, maxBillableUsers });
  }
});
