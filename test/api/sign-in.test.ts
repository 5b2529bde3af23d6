import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { pathParameters } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { absentId } from '../support/addresses.ts';
import { join } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { openPeople } from '../support/people.ts';
import { type AnyBody, type Caller, openScenario, testWithDeployment } from '../support/scenario.ts';

const people = await openPeople();
const scenario = await openScenario(localPorts(), people.manners);

const aPerson = (more: { email?: string; isVerified?: boolean } = {}) => {
  const subject = randomUUID();
  return { subject, email: `${subject}@example.test`, ...more };
};
const signedIn = async (person: ReturnType<typeof aPerson>): Promise<Caller> =>
  scenario.callerWith(await people.token(person));
type Me = AnyBody & { tenantId: string; userId: string; tier: string; workspaces: { workspaceId: string }[] };
const me = (caller: Caller) => caller.get<Me>('/api/v1/me');

describe('first sign-in', () => {
  testWithDeployment('makes a tenant at tier FREE with its Owner and a workspace, once', async () => {
    const person = aPerson();
    const callers = await Promise.all(Array.from({ length: 8 }, () => signedIn(person)));
    const answers = await Promise.all(callers.map(me));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => `${body.tenantId} ${body.userId}`)).size).toBe(1);
    const { body } = answers[0]!;
    expect(body).toMatchObject({ email: person.email, tier: 'FREE', storedRole: 'OWNER', effectiveRole: 'OWNER' });
    expect(body.workspaces).toHaveLength(1);
    expect((await me(await signedIn(person))).body).toEqual(body);
    const other = await me(await signedIn(aPerson()));
    expect(other.body.tenantId).not.toBe(body.tenantId);
  });

  testWithDeployment('a token of our own can be had at once, and acts as the same user', async () => {
    const caller = await signedIn(aPerson());
    const { status, body } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'Laptop' });
    expect(status).toBe(201);
    const { body: who } = await me(scenario.callerWith(body.token));
    const { tokenAccess, tokenExpiresAt, ...same } = who;
    expect((await me(caller)).body).toEqual({ ...same, tokenAccess: null, tokenExpiresAt: null });
    expect([tokenAccess, Date.parse(String(tokenExpiresAt)) > Date.now()]).toEqual(['WRITE', true]);
  });

  testWithDeployment(
    'makes an own tenant, whoever has invited the address: nobody is taken in without accepting',
    async () => {
      const tenant = await scenario.aTenant();
      const person = aPerson({ email: `Invited.${randomUUID()}@Example.test` });
      await tenant.owner.post('/api/manage/users', { email: person.email.toLowerCase(), role: 'MEMBER' });
      const { body } = await me(await signedIn(person));
      expect(body.tenantId).not.toBe(tenant.tenantId);
      expect(body).toMatchObject({ tier: 'FREE', storedRole: 'OWNER', email: person.email });
    },
  );

  testWithDeployment('a removed user is out at the next request, and then somebody new', async () => {
    const tenant = await scenario.aTenant();
    const person = aPerson();
    const caller = await signedIn(person);
    const userId = await join(tenant, caller, { email: person.email, role: 'VIEWER' });
    expect((await caller.get('/api/v1/workspaces')).status).toBe(200);
    expect((await tenant.owner.delete(`/api/manage/users/${userId}`)).status).toBe(204);
    expect((await caller.get('/api/v1/workspaces')).status).toBe(401);
    expect((await me(caller)).body.tenantId).not.toBe(tenant.tenantId);
  });

  testWithDeployment('is refused to whoever has no verified address', async () => {
    const { status, body } = await me(await signedIn(aPerson({ isVerified: false })));
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('whoever has signed in is known', () => {
  const protectedOnes = registry.filter(({ permission }) => permission !== 'public');
  let opened: Promise<Caller> | undefined;
  const open = async (): Promise<Caller> => {
    const user = await signedIn(aPerson());
    await me(user);
    return user;
  };

  testWithDeployment.for(protectedOnes.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s',
    async ([operationId, { method, path }]) => {
      // Whoever leaves is nobody any more.
      const user = operationId === 'leaveTenant' ? await open() : await (opened ??= open());
      const address = pathParameters(path).reduce((made, name) => made.replace(`{${name}}`, absentId), path);
      const { status, body: answer } = await user.send(method, address);
      // A new tenant is at tier FREE.
      expect(answer?.code === 'TIER_REQUIRED' ? [403] : [200, 204, 400, 404, 409]).toContain(status);
    },
  );
});
