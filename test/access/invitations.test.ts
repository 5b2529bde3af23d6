import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, vi } from 'vitest';
import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import { registry } from '#contract/endpoints/index.ts';
import { tableRightsOf } from '../../lib/table-rights.ts';
import { marshall } from '#adapters/dynamodb/marshall.ts';
import { checkDump } from '../../local/fsck/check-dump.ts';
import { dumpOf, entryOf } from '../../local/fsck/dump.ts';
import { openIssuer } from '../support/issuer.ts';
import { acceptPath, invite, join } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import {
  type Answer,
  type AnyBody,
  type Caller,
  openScenario,
  type Tenant,
  testWithActors,
} from '../support/scenario.ts';

/** For machines that do other work beside. */
const PATIENCE_MS = 300_000;
const AT_ONCE = process.env['FULL_SIZE'] === '1' ? 1000 : 100;
const GUESSES = process.env['FULL_SIZE'] === '1' ? 1000 : 100;

const issuer = await openIssuer();
const scenario = await openScenario(localPorts(), { signIn: new OidcTokens(issuer) });
const users = '/api/manage/users';
afterEach(() => vi.useRealTimers());

const aPerson = async (email = `${randomUUID()}@company.test`) => {
  const caller = scenario.callerWith(await issuer.token({ subject: randomUUID(), email }));
  return { email, caller };
};
type Me = AnyBody & { tenantId: string; userId: string; storedRole: string };
const me = async (caller: Caller): Promise<Me> => (await caller.get<Me>('/api/v1/me')).body;

/** An answer without what differs from request to request. */
const told = ({ status, body }: Answer<AnyBody>): string => {
  const { instance: _path, requestId: _id, ...rest } = body;
  return JSON.stringify([status, rest]);
};

/** Ids, times and secrets, which are new each time, and the address that was sent. */
const withoutNews = ({ status, text }: Answer<unknown>, email: string): string =>
  `${status} ${text
    .replaceAll(email, 'EMAIL')
    .replaceAll(/dzi_[\w-]+/g, 'TOKEN')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`;

describe('an address belongs to whoever has verified it', () => {
  testWithActors('a stranger’s tenant that invites the address captures nobody, and keeps nobody out', async () => {
    const [stranger, company] = [await scenario.aTenant('FREE'), await scenario.aTenant()];
    const person = await aPerson();
    const trap = await invite(stranger, { email: person.email, role: 'VIEWER' });
    const own = await me(person.caller);
    expect([stranger.tenantId, company.tenantId]).not.toContain(own.tenantId);
    expect(own.storedRole).toBe('OWNER');
    // The company's own Owner is not refused for it, and the person joins there.
    await join(company, person.caller, { email: person.email, role: 'ADMIN' });
    expect(await me(person.caller)).toMatchObject({ tenantId: company.tenantId, storedRole: 'ADMIN' });
    // The trap is still no more than an invitation.
    const late = await person.caller.post(acceptPath(trap.invitation.token));
    expect([late.status, late.body.code]).toEqual([409, 'OTHER_TENANT']);
    expect((await me(person.caller)).tenantId).toBe(company.tenantId);
  });

  testWithActors('whoever joined by mistake gets out by themselves', async () => {
    const stranger = await scenario.aTenant('FREE');
    const person = await aPerson();
    await join(stranger, person.caller, { email: person.email, role: 'VIEWER' });
    expect((await person.caller.delete('/api/v1/me')).status).toBe(204);
    expect((await me(person.caller)).tenantId).not.toBe(stranger.tenantId);
  });

  testWithActors(
    'the Owner of this machine, who has an address and no sign-in, is not captured by an invitation',
    async () => {
      const stranger = await scenario.aTenant('FREE');
      const local = await scenario.aTenant();
      const { email } = await me(local.owner);
      const { invitation } = await invite(stranger, { email: String(email), role: 'VIEWER' });
      const { caller } = await aPerson(String(email));
      expect(await me(caller)).toMatchObject({ tenantId: local.tenantId, userId: local.userId });
      expect((await local.owner.post(acceptPath(invitation.token))).status).toBe(403);
      expect((await me(caller)).tenantId).toBe(local.tenantId);
    },
  );
});

describe('an invitation is no oracle', () => {
  testWithActors(
    'an address known elsewhere, invited elsewhere and unknown have the same answer, to the byte',
    async () => {
      const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
      const known = await aPerson();
      await me(known.caller);
      const joined = await aPerson();
      await join(other, joined.caller, { email: joined.email, role: 'MEMBER' });
      const invitedElsewhere = (await aPerson()).email;
      await invite(other, { email: invitedElsewhere, role: 'MEMBER' });
      const emails = [(await aPerson()).email, known.email, joined.email, invitedElsewhere];
      const answers = [];
      for (const email of emails) {
        const answer = await tenant.owner.post(users, { email, role: 'VIEWER' });
        answers.push(withoutNews(answer, email));
      }
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^201 /);
    },
  );

  testWithActors('inviting has no right to read or write an address of another tenant', async () => {
    for (const operationId of ['inviteUser', 'renewInvitation', 'listUsers', 'getUser', 'changeUserRole']) {
      const endpoint = registry.find((each) => each.operationId === operationId)!;
      const rights = tableRightsOf(endpoint);
      const families = rights.flatMap(({ read = [], write = [], append = [] }) => [...read, ...write, ...append]);
      expect(families, operationId).not.toContain('email');
    }
  });
});

describe('the secret of an invitation', () => {
  testWithActors('cannot be guessed: every wrong one is one and the same 404', async () => {
    const tenant = await scenario.aTenant();
    const person = await aPerson();
    const { invitation } = await invite(tenant, { email: person.email, role: 'VIEWER' });
    const flipped = (at: number): string => {
      const other = invitation.token[at] === 'A' ? 'B' : 'A';
      return `${invitation.token.slice(0, at)}${other}${invitation.token.slice(at + 1)}`;
    };
    const wrong = [
      ...Array.from({ length: 42 }, (_, index) => flipped(4 + index)),
      ...Array.from({ length: GUESSES }, () => `dzi_${randomBytes(32).toString('base64url')}`),
      invitation.token.toUpperCase(),
      invitation.token.slice(4),
      `${invitation.token}A`,
      'dzi_',
      '%00',
      '..',
    ];
    const answers = new Set<string>();
    for (const token of wrong) answers.add(told(await person.caller.post(acceptPath(token))));
    expect([...answers]).toEqual([expect.stringContaining('NOT_FOUND')]);
    expect((await me(person.caller)).tenantId).not.toBe(tenant.tenantId);
  });

  testWithActors('is stored nowhere', async () => {
    const tenant = await scenario.aTenant();
    const key = { 'idempotency-key': randomUUID() };
    const { email } = await aPerson();
    const { body } = await tenant.owner.send<{ invitation: { token: string } }>(
      'POST',
      users,
      { email, role: 'VIEWER' },
      key,
    );
    const secret = body.invitation.token.slice(4);
    const table = scenario.target.tables!(tenant.tenantId);
    const partitions = ['', '#IDEM', '#AUD', '#RL'].map((end) => table.query({ pk: `T#${tenant.tenantId}${end}` }));
    const values = (await Promise.all(partitions)).flatMap(({ items }) => items.flatMap((item) => Object.values(item)));
    expect(values.length).toBeGreaterThan(20);
    const holds = (value: unknown): boolean =>
      value instanceof Uint8Array ? Buffer.from(value).includes(secret) : JSON.stringify(value).includes(secret);
    expect(values.filter(holds)).toEqual([]);
  });

  testWithActors('works once: for its person, in time, until it is revoked', async () => {
    const tenant = await scenario.aTenant();
    const [first, second, third] = [await aPerson(), await aPerson(), await aPerson()];
    const accepted = await invite(tenant, { email: first.email, role: 'VIEWER' });
    expect((await first.caller.post(acceptPath(accepted.invitation.token))).status).toBe(200);
    const byAnother = told(await second.caller.post(acceptPath(accepted.invitation.token)));
    const revoked = await invite(tenant, { email: second.email, role: 'VIEWER' });
    await tenant.owner.delete(`${users}/${revoked.id}`);
    const afterwards = told(await second.caller.post(acceptPath(revoked.invitation.token)));
    const late = await invite(tenant, { email: third.email, role: 'VIEWER' });
    vi.useFakeTimers({ now: Date.now() + 7 * 24 * 3600 * 1000 + 1, toFake: ['Date'] });
    const afterSevenDays = scenario.callerWith(await issuer.token({ subject: randomUUID(), email: third.email }));
    const tooLate = told(await afterSevenDays.post(acceptPath(late.invitation.token)));
    expect(new Set([byAnother, afterwards, tooLate])).toEqual(new Set([expect.stringContaining('NOT_FOUND')]));
  });

  testWithActors('a user who joined and was removed does not come back by it', async () => {
    const tenant = await scenario.aTenant();
    const person = await aPerson();
    const { id, invitation } = await invite(tenant, { email: person.email, role: 'VIEWER' });
    await person.caller.post(acceptPath(invitation.token));
    await tenant.owner.delete(`${users}/${id}`);
    expect((await person.caller.post(acceptPath(invitation.token))).status).toBe(404);
  });

  testWithActors('gives the role that the invitation has by then, and no other', async () => {
    const tenant = await scenario.aTenant();
    const person = await aPerson();
    const { id, invitation } = await invite(tenant, { email: person.email, role: 'ADMIN' });
    await tenant.owner.put(`${users}/${id}/role`, { role: 'VIEWER' });
    const answer = await person.caller.post(acceptPath(invitation.token), { role: 'OWNER', consentToViewer: false });
    expect(answer.body['role']).toBe('VIEWER');
    expect((await me(person.caller)).storedRole).toBe('VIEWER');
  });
});

describe('at the same time', () => {
  const healthy = async ({ tenantId }: Tenant): Promise<string[]> => {
    const { items } = await scenario.target.tables!(tenantId).query({ pk: `T#${tenantId}` });
    const counted = checkDump(dumpOf(items.map((item) => entryOf(marshall(item) as never))));
    return counted.filter((violation) => violation.startsWith('I1 '));
  };

  testWithActors(
    'one person who accepts very often joins once, and every answer says so',
    async () => {
      const tenant = await scenario.aTenant();
      const person = await aPerson();
      const { id, invitation } = await invite(tenant, { email: person.email, role: 'MEMBER' });
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => person.caller.post(acceptPath(invitation.token))),
      );
      const kinds = Map.groupBy(answers, ({ status, body }) => `${status} ${String(body?.code ?? body?.['outcome'])}`);
      console.log(
        `${AT_ONCE} acceptances at once: ${[...kinds].map(([kind, of]) => `${of.length} × ${kind}`).join(', ')}`,
      );
      expect(kinds.get('200 JOINED')?.length).toBeGreaterThan(0);
      const bodies = new Set((kinds.get('200 JOINED') ?? []).map(({ text }) => text));
      expect([...bodies]).toEqual([
        JSON.stringify({ outcome: 'JOINED', tenantId: tenant.tenantId, userId: id, role: 'MEMBER' }),
      ]);
      for (const kind of kinds.keys())
        expect(['200 JOINED', '409 OTHER_TENANT', '401 UNAUTHENTICATED']).toContain(kind);
      expect(await me(person.caller)).toMatchObject({ tenantId: tenant.tenantId, userId: id });
      const { body } = await tenant.owner.get('/api/billing/subscription-status');
      expect(body).toMatchObject({ billableMembers: 2, viewerCount: 0 });
      const { items } = await scenario.target.tables!(tenant.tenantId).query({ pk: `T#${tenant.tenantId}#AUD` });
      expect(items.filter(({ action }) => action === 'INVITATION_ACCEPTED')).toHaveLength(1);
      expect(await healthy(tenant)).toEqual([]);
    },
    PATIENCE_MS,
  );

  testWithActors(
    'accepting, revoking, renewing and changing the role end in one state that is counted right',
    async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        const tenant = await scenario.aTenant();
        const person = await aPerson();
        const { id, invitation } = await invite(tenant, { email: person.email, role: 'MEMBER' });
        await Promise.all([
          person.caller.post(acceptPath(invitation.token)),
          tenant.owner.put(`${users}/${id}/role`, { role: 'OWNER' }),
          ...(turn % 2 === 0
            ? [tenant.owner.delete(`${users}/${id}`)]
            : [tenant.owner.post(`${users}/${id}/invitation`)]),
        ]);
        expect(await healthy(tenant)).toEqual([]);
      }
    },
  );

  testWithActors('two tenants whose invitations one person accepts at once: one of them has the person', async () => {
    const tenants = [await scenario.aTenant(), await scenario.aTenant()];
    const person = await aPerson();
    const invited = await Promise.all(tenants.map((tenant) => invite(tenant, { email: person.email, role: 'VIEWER' })));
    const answers = await Promise.all(
      invited.map(({ invitation }) => person.caller.post(acceptPath(invitation.token))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { tenantId } = await me(person.caller);
    expect(tenants.filter((tenant) => tenant.tenantId === tenantId)).toHaveLength(1);
  });
});
