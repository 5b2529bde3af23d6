import { expect } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { buy, type Billing, changeTo, openPage, type Page } from './billing.ts';
import type { DnsServer } from './dns-server.ts';
import { aDomainName, verifiedDomain } from './domains.ts';
import { acceptPath, invite } from './join.ts';
import { aLink, aNewcomer, type Newcomer } from './newcomers.ts';
import type { People } from './people.ts';
import type { Caller, Tenant } from './scenario.ts';

/** A story of billing up to the moment at which something may go wrong. */
export type Story = {
  tenant: Tenant;
  /** What may be cut off; again it must do no harm. */
  act(): Promise<unknown>;
  /** What somebody does afterwards, so that the story has its end however it went. */
  end(): Promise<void>;
};

type World = { billing: Billing; people: People; dns: DnsServer };
let made = 0;

/** Every story in which money, a seat or a user comes or goes. */
export const storiesOf = (world: World): Record<string, () => Promise<Story>> => ({
  ...tierStories(world),
  ...seatStories(world),
  ...userStories(world),
});

/** A tenant that has bought the tier, with invited Members, everything at rest. */
const customer = async ({ billing }: World, tier: 'PRO' | 'TEAM', members = 0): Promise<Tenant & { ids: string[] }> => {
  const tenant = await billing.scenario.aTenant('FREE');
  await buy(billing, tenant, tier);
  const ids: string[] = [];
  for (let count = 0; count < members; count += 1) ids.push((await invite(tenant, aMember())).id);
  await billing.sync();
  await billing.settle();
  return { ...tenant, ids };
};

const aMember = () => ({ email: `story-${(made += 1)}@example.test`, role: 'MEMBER' });

const applied = async ({ billing }: World, tenant: Tenant) => {
  const { customerId } = (await billing.standing(tenant)).plan;
  return billing.apply({ id: 'evt_1', type: 'invoice.paid', isLive: false, customerId });
};

const pay = async ({ billing }: World, tenant: Tenant): Promise<void> => {
  const { status, body } = (await openPage(billing, tenant, 'TEAM')) as { status: number; body: Page };
  expect(status).toBe(200);
  billing.emulator.pay(billing.sessionAt(body).id, 'PAYS');
};

const tierStories = (world: World): Record<string, () => Promise<Story>> => {
  const { billing } = world;
  const change = (from: 'PRO' | 'TEAM', to: 'PRO' | 'TEAM') => async (): Promise<Story> => {
    const tenant = await customer(world, from);
    return {
      tenant,
      act: () => changeTo(billing, tenant, to),
      end: async () => expect((await changeTo(billing, tenant, to)).status).toBe(200),
    };
  };
  return {
    checkout: async () => {
      const tenant = await billing.scenario.aTenant('FREE');
      return { tenant, act: () => openPage(billing, tenant, 'TEAM'), end: () => pay(world, tenant) };
    },
    'change of tier, up': change('PRO', 'TEAM'),
    'change of tier, down': change('TEAM', 'PRO'),
    'entry into TEAM': async () => {
      const tenant = await billing.scenario.aTenant('FREE');
      await pay(world, tenant);
      // Its events wait until somebody delivers.
      return { tenant, act: () => applied(world, tenant), end: async () => void (await applied(world, tenant)) };
    },
    'entry into FREE': async () => {
      const tenant = await customer(world, 'TEAM');
      const { subscriptionId } = (await billing.standing(tenant)).plan;
      const end = { subscriptionId: subscriptionId!, withCredit: false, key: `end:${subscriptionId}` };
      await billing.payments.cancel(end);
      return { tenant, act: () => applied(world, tenant), end: async () => void (await applied(world, tenant)) };
    },
  };
};

const seatStories = (world: World): Record<string, () => Promise<Story>> => {
  const { billing } = world;
  const synced = (tenant: Tenant): Story => ({
    tenant,
    act: () => billing.sync(),
    // As each day; what was declined is charged anew.
    end: async () => {
      await billing.ports['seats:mark'].mark(mintScope.tenant(tenant.tenantId), billing.clock.now());
      await billing.sync();
    },
  });
  const removed = async (): Promise<Tenant> => {
    const { ids, ...tenant } = await customer(world, 'TEAM', 4);
    expect((await tenant.owner.delete(`/api/manage/users/${ids[0]}`)).status).toBe(204);
    return tenant;
  };
  return {
    'a seat more': async () => {
      const tenant = await customer(world, 'TEAM', 3);
      await invite(tenant, aMember());
      return synced(tenant);
    },
    'a seat less': async () => synced(await removed()),
    'a seat again': async () => {
      const tenant = await removed();
      await billing.sync();
      await invite(tenant, aMember());
      await invite(tenant, aMember());
      return synced(tenant);
    },
    'a seat less, told after the renewal': async () => {
      const tenant = await removed();
      const { periodEnd } = (await billing.standing(tenant)).plan;
      await billing.advance(periodEnd! - billing.clock.seconds + 7200);
      return synced(tenant);
    },
  };
};

const userStories = (world: World): Record<string, () => Promise<Story>> => {
  const { billing, people, dns } = world;
  const { scenario } = billing;
  /** Somebody who signs in; who asks for `GET /me` before there is anything to join has a tenant of their own, which is closed then. */
  const newcomer = async (domain?: string): Promise<Newcomer> => aNewcomer(scenario, people, domain);
  const joins = (tenant: Tenant, caller: Caller, path: string, body?: object): Story => ({
    tenant,
    act: () => caller.post(path, body),
    end: async () => expect((await caller.post(path, body)).body).toMatchObject({ outcome: 'JOINED' }),
  });
  return {
    invite: async () => {
      const tenant = await customer(world, 'TEAM', 3);
      const act = (
        (body) => () =>
          tenant.owner.post('/api/manage/users', body)
      )(aMember());
      return { tenant, act, end: async () => expect([201, 409]).toContain((await act()).status) };
    },
    'change of role': async () => {
      const { ids, ...tenant } = await customer(world, 'TEAM', 4);
      const act = () => tenant.owner.put(`/api/manage/users/${ids[0]}/role`, { role: 'VIEWER' });
      return { tenant, act, end: async () => expect((await act()).status).toBe(200) };
    },
    'accepted invitation': async () => {
      const tenant = await customer(world, 'TEAM', 2);
      const { email, caller } = await newcomer();
      expect((await caller.get('/api/v1/me')).status).toBe(200);
      const { invitation } = await invite(tenant, { email, role: 'ADMIN' });
      return joins(tenant, caller, acceptPath(invitation.token));
    },
    'accepted link': async () => {
      const tenant = await customer(world, 'TEAM', 3);
      const { token } = await aLink(tenant);
      return joins(tenant, (await newcomer()).caller, acceptPath(token));
    },
    join: async () => {
      const tenant = await customer(world, 'TEAM', 3);
      const domain = aDomainName();
      const { caller } = await newcomer(domain);
      expect((await caller.get('/api/v1/me')).status).toBe(200);
      await verifiedDomain(tenant, dns, { domain });
      return joins(tenant, caller, '/api/v1/join');
    },
    'join as a Viewer': async () => {
      const tenant = await customer(world, 'TEAM', 2);
      const { domain } = await verifiedDomain(tenant, dns);
      await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 3 });
      return joins(tenant, (await newcomer(domain)).caller, '/api/v1/join', { consentToViewer: true });
    },
  };
};
