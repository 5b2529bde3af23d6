import { expect } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { buy, openBilling } from '../support/billing.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { testInProcess, testWithActors as test, type Tenant } from '../support/scenario.ts';

const path = '/api/billing/preview';
const billing = await openBilling();
const { scenario } = billing;

test('200: from FREE a whole month is due, and what the tier gives and takes is said', async () => {
  const tenant = await scenario.aTenant('FREE');
  for (let user = 0; user < 4; user += 1) await scenario.aUser(tenant, 'MEMBER');
  const { status, body } = await tenant.owner.post(path, { tier: 'TEAM' });
  expect(status).toBe(200);
  expect(body).toEqual({
    tier: 'TEAM',
    currentTier: 'FREE',
    quantity: 5,
    unitPriceCents: 3900,
    monthlyCents: 19_500,
    dueNowCents: 19_500,
    creditCents: 0,
    currency: 'USD',
    periodEnd: null,
    billableMembers: 5,
    usersBecomingViewOnly: 0,
    usersBecomingEffective: 0,
    resourcesBecomingReadOnly: { workspaces: 0, projects: 0, features: 0, notebooks: 0, pages: 0 },
    tax: 'EXCLUDED',
    previewHash: expect.stringMatching(/^[\da-f]{64}$/),
  });
  const pro = await tenant.owner.post(path, { tier: 'PRO' });
  expect(pro.body).toMatchObject({ quantity: 1, monthlyCents: 2000, dueNowCents: 2000, usersBecomingViewOnly: 4 });
  expect(pro.body['previewHash']).not.toBe(body['previewHash']);
});

testInProcess(
  '200: a change of tier is due to the cent as the provider would charge or credit it, at month ends and leap days',
  async () => {
    for (const [bought, seen] of [
      ['2028-01-31T12:00:00Z', '2028-02-29T11:59:59Z'],
      ['2026-03-01T00:00:00Z', '2026-03-29T01:30:00Z'],
      ['2026-10-25T00:30:00Z', '2026-11-01T06:59:59Z'],
    ] as const) {
      for (const [from, to] of [
        ['PRO', 'TEAM'],
        ['TEAM', 'PRO'],
      ] as const) {
        const its = await openBilling({ start: bought });
        const tenant = await its.scenario.aTenant('FREE');
        await buy(its, tenant, from);
        its.clock.setTo(Date.parse(seen));
        const { body } = await tenant.owner.post<Record<string, number>>(path, { tier: to });
        const { plan } = await its.standing(tenant);
        const asked = await its.payments.preview({
          subscriptionId: plan.subscriptionId!,
          itemId: plan.itemId!,
          tier: to,
          quantity: body['quantity']!,
        });
        expect(body['dueNowCents']! - body['creditCents']!, `${from} to ${to} at ${seen}`).toBe(asked.totalCents);
      }
    }
  },
);

/** Notebooks of two pages each. */
const fillWithNotebooks = async (tenant: Tenant, workspaceId: string, count: number): Promise<void> => {
  const workspace = mintScope.workspace(mintScope.tenant(tenant.tenantId), workspaceId);
  for (let made = 0; made < count; made += 1) {
    const { body } = await tenant.owner.post(`/api/v1/workspaces/${workspaceId}/notebooks`, { name: 'A notebook' });
    const notebookId = String(body.id);
    for (const title of ['First', 'Second']) {
      const at = billing.runtime.now().toISOString();
      const page = {
        id: billing.runtime.newId(),
        notebookId,
        title,
        characters: 0,
        contentHash: 'none',
        createdAt: at,
      };
      const scope = mintScope.notebook(workspace, notebookId);
      await billing.ports['notebooks:write'].createPage(scope, { ...page, updatedAt: at, version: 1 }, null, {});
    }
  }
};

test('200: back to FREE says what becomes read-only: the newest, and all in them', async () => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, 'TEAM');
  const workspaces = [tenant.workspaceId, await scenario.aWorkspace(tenant, 'Second')];
  for (const workspaceId of workspaces) {
    const projects = `/api/v1/workspaces/${workspaceId}/projects`;
    for (let project = 0; project < 2; project += 1) {
      const { body } = await tenant.owner.post(projects, { name: 'A project' });
      for (let feature = 0; feature < 4; feature += 1)
        await tenant.owner.post(`${projects}/${body.id}/features`, { name: 'A feature' });
    }
  }
  await fillWithNotebooks(tenant, workspaces[0]!, 2);
  await fillWithNotebooks(tenant, workspaces[1]!, 4);
  const shown = async (tier: string) => (await tenant.owner.post(path, { tier })).body;
  expect(await shown('FREE')).toMatchObject({
    dueNowCents: 0,
    creditCents: 0,
    resourcesBecomingReadOnly: {
      workspaces: 1,
      projects: 3,
      features: 1 + 4 + 8,
      notebooks: 1 + 4,
      pages: 1 + 2 + 2 * 4,
    },
  });
  expect(await shown('PRO')).toMatchObject({
    resourcesBecomingReadOnly: { workspaces: 0, projects: 0, features: 0, notebooks: 1, pages: 2 },
  });
});

test('400: one of the tiers', async () => {
  const { owner } = await scenario.aTenant('FREE');
  await expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/tier', 'REQUIRED'],
    [{ tier: 'GOLD' }, '#/tier', 'NOT_IN_ENUM'],
  ]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, { tier: 'TEAM' }));

test('403: only an Owner looks at prices', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await expectForbidden([await scenario.aUser(tenant, 'ADMIN')], 'POST', path, { tier: 'PRO' });
});

test('409: to or from a contract there is no preview: CONTRACT_TIER', async () => {
  const free = await scenario.aTenant('FREE');
  const enterprise = await scenario.aTenant('ENTERPRISE');
  for (const [{ owner }, tier] of [
    [free, 'ENTERPRISE'],
    [enterprise, 'PRO'],
  ] as const) {
    const { status, body } = await owner.post(path, { tier });
    expect([status, body.code]).toEqual([409, 'CONTRACT_TIER']);
  }
});
