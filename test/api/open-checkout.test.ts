import { expect } from 'vitest';
import { buy, openBilling, openPage, type Page } from '../support/billing.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { testInProcess, testWithActors as test } from '../support/scenario.ts';

const path = '/api/billing/checkout';
const billing = await openBilling();
const { scenario, preview, requests, clock } = billing;
const hash = 'a'.repeat(64);

const live = async () =>
  Object.values(billing.emulator.state.subscriptions).filter(({ status }) => status !== 'canceled').length;
const tierOf = async ({ owner }: Awaited<ReturnType<typeof scenario.aTenant>>) =>
  (await owner.get('/api/billing/subscription-status')).body['tier'];
const askedOf = async (action: () => Promise<unknown>): Promise<string[]> => {
  const before = requests.length;
  await action();
  return requests.slice(before);
};

test('200: the page sells the previewed seats; paid, the tenant has the tier and the log says so', async () => {
  const tenant = await scenario.aTenant('FREE');
  const { status, body } = await openPage(billing, tenant, 'TEAM');
  expect(status).toBe(200);
  expect(body.url).toContain('/local/pay/');
  const left = Date.parse(body.expiresAt) - clock.now().getTime();
  expect([left > 30 * 60_000, left <= 31 * 60_000]).toEqual([true, true]);
  expect(await tierOf(tenant)).toBe('FREE');
  billing.emulator.pay(billing.sessionAt(body).id, 'PAYS');
  await billing.settle();
  const { plan } = await billing.standing(tenant);
  expect(plan).toMatchObject({ tier: 'TEAM', source: 'STRIPE', periodSeats: 3, renewalSeats: 3, stopping: [] });
  const log = await tenant.owner.get<{ data: object[] }>('/api/v1/audit-log?action=PLAN_UPGRADED');
  expect(log.body.data).toMatchObject([
    {
      actor: { userId: null, email: null, tokenId: null },
      target: { type: 'TENANT', id: tenant.tenantId },
      metadata: {
        oldTier: 'FREE',
        newTier: 'TEAM',
        billableCount: 1,
        startingQuantity: 3,
        usersAffectedByFacade: 0,
      },
    },
  ]);
  expect(await billing.ports['checkouts:write'].find({ tenantId: tenant.tenantId } as never)).toBe(undefined);
});

testInProcess('200: a first checkout asks the provider three times, a later one no more often', async () => {
  const tenant = await scenario.aTenant('FREE');
  const first = await askedOf(() => openPage(billing, tenant, 'TEAM'));
  expect(first).toEqual(['GET /v1/prices', 'POST /v1/customers', 'POST /v1/checkout/sessions']);
  expect(await askedOf(() => openPage(billing, tenant, 'TEAM'))).toEqual([]);
  const other = await askedOf(() => openPage(billing, tenant, 'PRO'));
  expect(other).toHaveLength(3);
  expect(other[0]).toMatch(/^POST \/v1\/checkout\/sessions\/cs_\w+\/expire$/);
  clock.setTo(clock.now().getTime() + 32 * 60_000);
  expect(await askedOf(() => openPage(billing, tenant, 'PRO'))).toHaveLength(3);
});

test('200: the same choice again, and from two browsers at once, has the same page', async () => {
  const tenant = await scenario.aTenant('FREE');
  const previewHash = await preview(tenant, 'TEAM');
  const ask = () => tenant.owner.post<Page>(path, { tier: 'TEAM', previewHash });
  const answers = await Promise.all(Array.from({ length: 6 }, ask));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set([...answers, await ask()].map(({ body }) => body.url)).size).toBe(1);
});

test('200: another tier closes the page of the first; only one of them can be paid', async () => {
  const tenant = await scenario.aTenant('FREE');
  const team = await openPage(billing, tenant, 'TEAM');
  const closed = billing.sessionAt(team.body);
  const pro = await openPage(billing, tenant, 'PRO');
  expect(closed.status).toBe('expired');
  expect(() => billing.emulator.pay(closed.id, 'PAYS')).toThrow();
  billing.emulator.pay(billing.sessionAt(pro.body).id, 'PAYS');
  await billing.settle();
  expect(await tierOf(tenant)).toBe('PRO');
});

test('200: browsers that choose two tiers at once leave one page that can be paid', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const tenant = await scenario.aTenant('FREE');
    const [team, pro] = [await preview(tenant, 'TEAM'), await preview(tenant, 'PRO')];
    const ask = (tier: string, previewHash: string) => tenant.owner.post<Page>(path, { tier, previewHash });
    const answers = await Promise.all([ask('TEAM', team), ask('PRO', pro), ask('TEAM', team), ask('PRO', pro)]);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const customer = (await billing.standing(tenant)).plan.customerId;
    const open = Object.values(billing.emulator.state.sessions).filter(
      (session) => session.customer === customer && session.status === 'open',
    );
    expect(open).toHaveLength(1);
  }
});

test('400: a tier that is sold, and the hash of a preview', async () => {
  const { owner } = await scenario.aTenant('FREE');
  await expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ previewHash: hash }, '#/tier', 'REQUIRED'],
    [{ tier: 'FREE', previewHash: hash }, '#/tier', 'NOT_IN_ENUM'],
    [{ tier: 'ENTERPRISE', previewHash: hash }, '#/tier', 'NOT_IN_ENUM'],
    [{ tier: 'TEAM' }, '#/previewHash', 'REQUIRED'],
    [{ tier: 'TEAM', previewHash: 'x' }, '#/previewHash', 'INVALID_FORMAT'],
  ]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, { tier: 'TEAM', previewHash: hash }));

test('403: only an Owner buys', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const callers = [await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)];
  await expectForbidden(callers, 'POST', path, { tier: 'TEAM', previewHash: hash });
});

test('409: users who came since the preview make it stale: PREVIEW_STALE, and nothing is opened', async () => {
  const tenant = await scenario.aTenant('FREE');
  const previewHash = await preview(tenant, 'TEAM');
  await scenario.aUser(tenant, 'MEMBER');
  const stale = await askedOf(async () => {
    const { status, body } = await tenant.owner.post(path, { tier: 'TEAM', previewHash });
    expect([status, body.code]).toEqual([409, 'PREVIEW_STALE']);
  });
  expect(stale).toEqual([]);
  const foreign = await preview(await scenario.aTenant('FREE'), 'TEAM');
  expect((await tenant.owner.post(path, { tier: 'TEAM', previewHash: foreign })).body.code).toBe('PREVIEW_STALE');
});

test('409: who has a subscription changes it: ALREADY_SUBSCRIBED', async () => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, 'PRO');
  const { status, body } = await openPage(billing, tenant, 'TEAM');
  expect([status, body.code]).toEqual([409, 'ALREADY_SUBSCRIBED']);
});

testInProcess('409: a page that was paid while nobody told us is not sold twice: ALREADY_SUBSCRIBED', async () => {
  const tenant = await scenario.aTenant('FREE');
  const page = await openPage(billing, tenant, 'TEAM');
  billing.emulator.controls.dropEvents = true;
  billing.emulator.pay(billing.sessionAt(page.body).id, 'PAYS');
  const other = await openPage(billing, tenant, 'PRO');
  expect([other.status, other.body.code]).toEqual([409, 'ALREADY_SUBSCRIBED']);
  clock.setTo(clock.now().getTime() + 32 * 60_000);
  const later = await openPage(billing, tenant, 'TEAM');
  expect([later.status, later.body.code]).toEqual([409, 'ALREADY_SUBSCRIBED']);
  billing.emulator.controls.dropEvents = false;
});

test('409: PRO is for one Owner: OWNERS_ABOVE_LIMIT', async () => {
  const tenant = await scenario.aTenant('FREE');
  await scenario.aUser(tenant, 'OWNER');
  const { status, body } = await openPage(billing, tenant, 'PRO');
  expect([status, body.code]).toEqual([409, 'OWNERS_ABOVE_LIMIT']);
});

test('409: a contract is not bought out of: CONTRACT_TIER', async () => {
  const { owner } = await scenario.aTenant('ENTERPRISE');
  const { status, body } = await owner.post(path, { tier: 'TEAM', previewHash: hash });
  expect([status, body.code]).toEqual([409, 'CONTRACT_TIER']);
});

testInProcess(
  '503: a provider that is down for an hour sells nothing, and the same request then succeeds',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    const before = await live();
    billing.emulator.controls.isDown = true;
    for (let minute = 0; minute < 60; minute += 20) {
      expect((await openPage(billing, tenant, 'TEAM')).status).toBe(503);
      clock.setTo(clock.now().getTime() + 20 * 60_000);
    }
    billing.emulator.controls.isDown = false;
    expect((await openPage(billing, tenant, 'TEAM')).status).toBe(200);
    expect(await live()).toBe(before);
  },
);
