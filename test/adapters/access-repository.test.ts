import { afterAll, expect, test } from 'vitest';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { ServiceError } from '#contract/errors.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { tokenDigest } from '#domain/access/token-format.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openTable } from '../../local/table/open-table.ts';

const table = await openTable();
afterAll(() => table.close());
const tables = connectTable(table);
let now = Date.UTC(2026, 0, 1);
const access = new AccessRepository(tables, () => new Date(now));
const tokens = new TokenRepository(tables);

const aTenant = async () => {
  const email = `owner-${systemRuntime.newId()}@example.test`;
  const first = { tier: 'TEAM' as const, email, workspaceName: 'First' };
  const { token, ...ids } = await createTenant(first, new TenantRepository(tables), systemRuntime);
  return { ...ids, email, token, digest: tokenDigest(token), scope: mintScope.tenant(ids.tenantId) };
};
const minutes = (count: number) => count * 60_000;

test('a new tenant is there as a whole: its Owner calls with the first token', async () => {
  const { digest, tenantId, userId, workspaceId, email, scope } = await aTenant();
  const caller = {
    tenantId,
    userId,
    tokenWorkspaceId: null,
    tier: 'TEAM',
    storedRole: 'OWNER',
    memberships: {},
    email,
  };
  expect(await access.findAccess(digest, { workspaceId })).toMatchObject({ caller, containersExist: true });
  expect(await tables(tenantId).get(keys.billing(scope))).toMatchObject({
    billableCount: 1,
    viewerCount: 0,
    workspaceCount: 1,
  });
});

test('the secret is nowhere in the table', async () => {
  const { token, tenantId, userId, digest } = await aTenant();
  const partitions = [`T#${tenantId}`, `T#${tenantId}#PLAN`, `T#${tenantId}#U#${userId}`, `PAT#${digest}`];
  const items = await Promise.all(partitions.map((pk) => tables(tenantId).query({ pk })));
  expect(items.flatMap((page) => page.items)).toHaveLength(9);
  expect(JSON.stringify(items)).not.toContain(token);
});

test('containers that are absent, or lie elsewhere, do not exist', async () => {
  const { digest, workspaceId } = await aTenant();
  const other = await aTenant();
  const absent = systemRuntime.newId();
  const wanted = [{ workspaceId: absent }, { workspaceId: other.workspaceId }, { workspaceId, projectId: absent }];
  for (const containers of wanted)
    expect(await access.findAccess(digest, containers)).toMatchObject({ containersExist: false });
});

test('a token that this process has seen costs one call, another two', async () => {
  const { digest, workspaceId } = await aTenant();
  const calls: string[] = [];
  const counting =
    (next: (args: never) => Promise<never>, { commandName = '' }: { commandName?: string }) =>
    (args: never) => {
      calls.push(commandName);
      return next(args);
    };
  await access.findAccess(digest, {});
  table.client.middlewareStack.add(counting as never, { step: 'initialize', name: 'counting' });
  await access.findAccess(digest, { workspaceId });
  await new AccessRepository(tables, () => new Date(now)).findAccess(digest, { workspaceId });
  table.client.middlewareStack.remove('counting');
  expect(calls).toEqual(['BatchGetItemCommand', 'GetItemCommand', 'BatchGetItemCommand']);
});

test('the last use is written at most every five minutes', async () => {
  const { digest, scope, userId } = await aTenant();
  const lastUsedAt = async () => (await tokens.list(scope, userId))[0]?.lastUsedAt;
  const changes: unknown[] = [];
  const stop = table.onChange((change) => changes.push(change));
  expect(await lastUsedAt()).toBeNull();
  const first = new Date(now).toISOString();
  await Promise.all(Array.from({ length: 20 }, () => access.findAccess(digest, {})));
  now += minutes(5);
  await access.findAccess(digest, {});
  expect(changes).toHaveLength(1);
  expect(await lastUsedAt()).toBe(first);
  now += 1;
  await access.findAccess(digest, {});
  stop();
  expect(changes).toHaveLength(2);
  expect(await lastUsedAt()).toBe(new Date(now).toISOString());
});

test('a revoked token is unknown at once, and a use at the same time does not bring it back', async () => {
  for (let round = 0; round < 50; round++) {
    const { digest, scope, userId } = await aTenant();
    const { id } = (await tokens.list(scope, userId))[0]!;
    const uses = Array.from({ length: 4 }, () => access.findAccess(digest, {}));
    const [revoked] = await Promise.all([tokens.revoke(scope, { id, userId, digest }, {}), ...uses]);
    expect(revoked).toBe(true);
    expect(await access.findAccess(digest, {})).toBeUndefined();
    expect(await tables(null).get(keys.token(digest))).toBeUndefined();
  }
});

test('a user who is gone calls no more, though the token is still there', async () => {
  const { digest, scope, userId, tenantId } = await aTenant();
  await tables(tenantId).delete(keys.user(scope, userId));
  expect(await access.findAccess(digest, {})).toBeUndefined();
});

test('a token opens reads where nothing can be written', async () => {
  const { digest } = await aTenant();
  const full = new ServiceError('DEPENDENCY_UNAVAILABLE', 'The disk is full.');
  const update = () => Promise.reject(full);
  const unwritable = (tenantId: string | null) =>
    new Proxy(tables(tenantId), {
      get: (table, name) => {
        const found = name === 'update' ? update : table[name as 'get'];
        return found.bind(table);
      },
    });
  const reader = new AccessRepository(unwritable, () => new Date(now));
  expect(await reader.findAccess(digest, {})).toMatchObject({ caller: { storedRole: 'OWNER' } });
});
