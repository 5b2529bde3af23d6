import { describe, expect } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import { acceptPath, invite } from '../support/join.ts';
import { aLink, aNewcomer, countsOf, fill, type Newcomer } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

/** Every way into a tenant × what the tenant has room for × consent (decision records 99, 117, 118). */
const dns = await openDnsServer();
const people = await openPeople();
const scenario = await openScenario(portsWithDns(dns), people.manners);

type Answer = { status: number; body: { outcome?: string; role?: string; reason?: string; code?: string } };
type Way = {
  /** Whether the seat was taken before, at the invitation. */
  hasSeat?: true;
  prepare(tenant: Tenant, domain: string, person: Newcomer): Promise<(isConsenting: boolean) => Promise<Answer>>;
};

const consent = (consentToViewer: boolean) => ({ consentToViewer });

const ways: Record<string, Way> = {
  'invited address': {
    hasSeat: true,
    prepare: async (tenant, _domain, { email, caller }) => {
      const { invitation } = await invite(tenant, { email, role: 'MEMBER' });
      return (isConsenting) => caller.post(acceptPath(invitation.token), consent(isConsenting));
    },
  },
  'invited address of the domain': {
    hasSeat: true,
    prepare: async (tenant, domain, { email, caller }) => {
      await verifiedDomain(tenant, dns, { domain });
      await invite(tenant, { email, role: 'MEMBER' });
      return (isConsenting) => caller.post('/api/v1/join', consent(isConsenting));
    },
  },
  link: {
    prepare: async (tenant, _domain, { caller }) => {
      const { token } = await aLink(tenant);
      return (isConsenting) => caller.post(acceptPath(token), consent(isConsenting));
    },
  },
  'domain and consent': {
    prepare: async (tenant, domain, { caller }) => {
      await verifiedDomain(tenant, dns, { domain });
      return (isConsenting) => caller.post('/api/v1/join', consent(isConsenting));
    },
  },
};

type Room = {
  make(tenant: Tenant): Promise<unknown>;
  /** Why there is no seat; FROZEN: for nobody. */
  refusal?: 'BILLABLE_CAP_REACHED' | 'SEAT_PAYMENT_REQUIRED' | 'FROZEN';
};

const rooms: Record<string, Room> = {
  room: { make: async () => {} },
  cap: { make: (tenant) => fill(scenario, tenant), refusal: 'BILLABLE_CAP_REACHED' },
  frozen: {
    make: async (tenant) => {
      await scenario.aUser(tenant, 'MEMBER');
      await scenario.grantTier(tenant.tenantId, 'FREE');
    },
    refusal: 'FROZEN',
  },
  declined: {
    make: ({ tenantId }) => scenario.grantTier(tenantId, 'TEAM', { seatPayment: 'DECLINED', periodSeats: 1 }),
    refusal: 'SEAT_PAYMENT_REQUIRED',
  },
};

const expected = ({ hasSeat }: Way, { refusal }: Room, isConsenting: boolean): Answer => {
  if (refusal === 'FROZEN')
    return { status: 403, body: expect.objectContaining({ code: 'READ_ONLY_OVER_LIMIT' }) as Answer['body'] };
  if (refusal === undefined || hasSeat)
    return { status: 200, body: expect.objectContaining({ outcome: 'JOINED', role: 'MEMBER' }) as Answer['body'] };
  if (isConsenting)
    return { status: 200, body: expect.objectContaining({ outcome: 'JOINED', role: 'VIEWER' }) as Answer['body'] };
  return {
    status: 200,
    body: { outcome: 'CONSENT_REQUIRED', offeredRole: 'VIEWER', reason: refusal } as Answer['body'],
  };
};

const cells = Object.keys(ways).flatMap((way) =>
  Object.keys(rooms).flatMap((room) => [false, true].map((isConsenting) => ({ way, room, isConsenting }))),
);

describe('every way in', () => {
  testWithActors.for(cells)('$way × $room × consent $isConsenting', async ({ way, room, isConsenting }) => {
    const [{ prepare, hasSeat }, { make, refusal }] = [ways[way]!, rooms[room]!];
    const tenant = await scenario.aTenant();
    const domain = `${tenant.tenantId}.example`;
    const person = await aNewcomer(scenario, people, domain);
    const join = await prepare(tenant, domain, person);
    await make(tenant);
    const before = await countsOf(tenant);
    const { status, body } = await join(isConsenting);
    const wanted = expected(ways[way]!, rooms[room]!, isConsenting);
    expect({ status, body }).toEqual(wanted);
    const isMade = refusal !== 'FROZEN' && !hasSeat && (refusal === undefined || isConsenting);
    const [billable, viewers] = before;
    const seat = refusal === undefined ? [1, 0] : [0, 1];
    expect(await countsOf(tenant)).toEqual(isMade ? [billable + seat[0]!, viewers + seat[1]!] : before);
    const { items } = await scenario.target.tables!(tenant.tenantId).query({ pk: `T#${tenant.tenantId}#AUD` });
    const consents = items.filter(({ metadata }) => (metadata as { consentToViewer?: true }).consentToViewer === true);
    expect(consents).toHaveLength(isMade && refusal !== undefined ? 1 : 0);
  });
});
