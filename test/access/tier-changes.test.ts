import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { set } from '#adapters/dynamodb/expressions.ts';
import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { tasks } from '#contract/tasks.ts';
import { mintScope } from '#domain/access/scope.ts';
import { tableRightsOf } from '../../lib/table-rights.ts';
import { withTableRights } from '../support/enforce-table-rights.ts';
import { openScenario, testInProcess } from '../support/scenario.ts';

/** What happens once between the reading of the caller and the next write of users. */
let meanwhile: (() => Promise<void>) | undefined;
const asTest = AsyncLocalStorage.snapshot();
const interrupted = (users: UserRepository): UserRepository =>
  new Proxy(users, {
    get:
      (target, member: keyof UserRepository) =>
      async (...args: unknown[]): Promise<unknown> => {
        const due = ['invite', 'changeRole', 'delete'].includes(member) ? meanwhile : undefined;
        if (due) {
          meanwhile = undefined;
          await asTest(due);
        }
        return (target[member] as (...all: unknown[]) => Promise<unknown>).apply(target, args);
      },
  });

const scenario = await openScenario((tables) => {
  const users = interrupted(new UserRepository(tables));
  return { 'users:create': users, 'users:write': users, 'users:delete': users };
});
const users = '/api/manage/users';
const email = () => `${crypto.randomUUID()}@example.test`;

/** Who applies what was paid, and openCheckout: the customer's id is part of the plan, and the checkout lies beside it. */
const mayWritePlans = ['openCheckout', 'changeTier', 'apply-payments', 'reconcile-payments', 'sync-seats'];

it('only who applies what was paid may write a plan, and changes no users', () => {
  const all = [
    ...registry.map((of) => ({ name: of.operationId, of })),
    ...[...tasks, ...jobs].map((of) => ({ name: of.name, of: of as Parameters<typeof tableRightsOf>[0] })),
  ];
  const writing = all.filter(({ of }) =>
    tableRightsOf(of).some(
      ({ write = [], append = [], touch }) => [...write, ...append].includes('plan') || touch?.partition === 'plan',
    ),
  );
  expect(writing.map(({ name }) => name)).toEqual(mayWritePlans);
  const changesUsers = /^(users:(create|write|delete)|invitations:|sign-ins:|tenants:)/;
  expect(writing.filter(({ of }) => of.uses.some((each) => changesUsers.test(each)))).toEqual([]);
});

testInProcess('the function that invites is refused a write of its tenant’s plan', async () => {
  const { tenantId } = await scenario.aTenant('FREE');
  const scope = mintScope.tenant(tenantId);
  const inviteUser = registry.find(({ operationId }) => operationId === 'inviteUser')!;
  const table = scenario.target.tables!(tenantId);
  const writes: (() => Promise<unknown>)[] = [
    () => table.put({ ...keys.plan(scope), tier: 'ENTERPRISE' }),
    () => table.update(keys.plan(scope), [set('tier', 'ENTERPRISE')]),
    () => table.delete(keys.plan(scope)),
  ];
  for (const write of writes)
    await expect(withTableRights('inviteUser', inviteUser, write)).rejects.toThrow('may not write');
});

testInProcess('403: users are not added under a tier that has ended since the caller was read', async () => {
  const { owner, tenantId } = await scenario.aTenant('TEAM');
  const body = { email: email(), role: 'MEMBER' };
  meanwhile = () => scenario.grantTier(tenantId, 'FREE');
  const refused = await owner.post(users, body);
  expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
  expect((await owner.get(users)).body['totalElements']).toBe(1);
  meanwhile = () => scenario.grantTier(tenantId, 'TEAM');
  expect((await owner.post(users, body)).status).toBe(201);
});

testInProcess('403: who is facaded by the time of the write invites, promotes and removes nobody', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const [admin, member] = [await scenario.aUser(tenant, 'ADMIN'), await scenario.aUser(tenant, 'MEMBER')];
  const calls = [
    () => admin.post(users, { email: email(), role: 'VIEWER' }),
    () => admin.put(`${users}/${member.userId}/role`, { role: 'ADMIN' }),
    () => admin.delete(`${users}/${member.userId}`),
  ];
  for (const call of calls) {
    await scenario.grantTier(tenant.tenantId, 'TEAM');
    meanwhile = () => scenario.grantTier(tenant.tenantId, 'PRO');
    const refused = await call();
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  }
  const { body } = await tenant.owner.get<{ data: { id: string; role: string }[] }>(users);
  expect(body.data.map(({ role }) => role).toSorted()).toEqual(['ADMIN', 'MEMBER', 'OWNER']);
});

testInProcess('503: a tier that never rests is told, and nothing is written', async () => {
  const { owner, tenantId } = await scenario.aTenant('TEAM');
  let at = 0;
  const flip = async (): Promise<void> => {
    await scenario.grantTier(tenantId, at++ % 2 === 0 ? 'ENTERPRISE' : 'TEAM');
    meanwhile = flip;
  };
  meanwhile = flip;
  const { status } = await owner.post(users, { email: email(), role: 'VIEWER' });
  meanwhile = undefined;
  expect(status).toBe(503);
  expect((await owner.get(users)).body['totalElements']).toBe(1);
});
