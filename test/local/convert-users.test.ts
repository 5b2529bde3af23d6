import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { add, set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { addressKey, countWrite, emailKey } from '#adapters/dynamodb/user-items.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import { newInvitation } from '#domain/invitations/invitation-token.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import { tokenDigest } from '#domain/access/token-format.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { convertUsers } from '../../local/convert-users.ts';
import { checkDump } from '../../local/fsck/check-dump.ts';
import { dumpOf, entryOf } from '../../local/fsck/dump.ts';
import { openLocalTenant, ownerAddress } from '../../local/local-tenant.ts';
import { type EmbeddedTable, openTable } from '../../local/table/open-table.ts';
import { addUser } from '../support/add-user.ts';

let folder: string;
let table: EmbeddedTable;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'convert-'));
  table = await openTable();
});
afterEach(async () => {
  await table.close();
  rmSync(folder, { recursive: true });
});

const violations = async (): Promise<string[]> => {
  const entries = [];
  for await (const item of table.items()) entries.push(entryOf(item));
  // Users of that version have no audit entry.
  return checkDump(dumpOf(entries)).filter((violation) => !violation.startsWith('B10'));
};

/** As the version before wrote an invited user: bound by the address alone, in no tenant's hands yet. */
const invitedOwner = async (tables: Tables, scope: TenantScope) => {
  const { tenantId } = scope;
  const id = systemRuntime.newId();
  const createdAt = new Date().toISOString();
  const user = { id, email: 'dana@company.test', name: null, tenantRole: 'OWNER' as const, workspaces: {}, createdAt };
  await tables(tenantId).transact([
    { put: { ...keys.user(scope, id), ...user } },
    { put: { ...emailKey(user.email), tenantId, userId: id } },
    countWrite(scope, { to: user, seats: null, at: new Date() }),
  ]);
  return user;
};

const withoutAddresses = async (tables: Tables, tenantId: string): Promise<void> => {
  const { items } = await tables(tenantId).query({ pk: `T#${tenantId}`, sk: { beginsWith: 'ADDR#' } });
  for (const item of items) await tables(tenantId).delete(item);
};

it('users of an older folder are all there, in today’s form; who never came is invited still, and bound to nobody', async () => {
  const tables = connectTable(table);
  const access = new AccessRepository(tables, () => new Date());
  const surroundings = { folder, tables, access, runtime: systemRuntime };
  const { credentials } = await openLocalTenant({ baseUrl: 'http://127.0.0.1:1', tier: undefined }, surroundings);
  const { tenantId } = credentials;
  const scope = mintScope.tenant(tenantId);
  const { userId: caller } = await addUser(tables, { tenantId }, 'MEMBER', {});
  const user = await invitedOwner(tables, scope);
  const { id } = user;
  await withoutAddresses(tables, tenantId);
  expect(await violations()).not.toEqual([]);

  expect(await convertUsers(table, tables, tenantId, systemRuntime)).toBe(3);
  expect(await violations()).toEqual([]);
  const users = await tablePorts(tables)['users:read'].list(scope);
  const status = new Map(users.map((each) => [each.id, each.invitation !== undefined]));
  expect(status.get(id)).toBe(true);
  expect(status.get(caller)).toBe(false);
  expect(await tables(tenantId).get(emailKey(user.email))).toBeUndefined();
  expect(await tables(tenantId).get(addressKey(scope, ownerAddress))).toBeDefined();
  expect(await convertUsers(table, tables, tenantId, systemRuntime)).toBe(0);
});

it('a tenant whose only Owner never came gets the highest user who did as Owner; its invitation can be renewed', async () => {
  const tables = connectTable(table);
  const access = new AccessRepository(tables, () => new Date());
  const surroundings = { folder, tables, access, runtime: systemRuntime };
  const { credentials } = await openLocalTenant({ baseUrl: 'http://127.0.0.1:1', tier: undefined }, surroundings);
  const { tenantId } = credentials;
  const scope = mintScope.tenant(tenantId);
  const ports = tablePorts(tables);
  const owner = (await ports['users:read'].list(scope))[0]!.id;
  const others = mintScope.tenant(systemRuntime.newId());
  const invited = await invitedOwner(tables, scope);
  const theirs = await invitedOwner(tables, others);
  await addUser(tables, others, 'VIEWER', {});
  const { userId: admin } = await addUser(tables, others, 'ADMIN', {});
  await tables(tenantId).transact([
    { update: keys.user(scope, owner), changes: [set('tenantRole', 'MEMBER')] },
    { update: keys.billing(scope), changes: [add('ownerCount', -1)] },
  ]);
  await withoutAddresses(tables, tenantId);
  await withoutAddresses(tables, others.tenantId);

  expect(await convertUsers(table, tables, tenantId, systemRuntime)).toBe(5);
  for (const [where, heir] of [
    [scope, owner],
    [others, admin],
  ] as const) {
    const users = await ports['users:read'].list(where);
    const owners = users.filter(({ tenantRole, invitation }) => tenantRole === 'OWNER' && invitation === undefined);
    expect(owners.map(({ id }) => id)).toEqual([heir]);
    expect(await tables(where.tenantId).get(keys.billing(where))).toMatchObject({ ownerCount: 1 });
  }
  const before = (await ports['users:read'].find(scope, invited.id)) as InvitedUser;
  const { invitation } = newInvitation(systemRuntime);
  expect(await ports['users:create'].renew(scope, before, invitation, {})).toBe('DONE');
  const toRevoke = (await ports['users:read'].find(others, theirs.id)) as InvitedUser;
  expect(await ports['invitations:revoke'].revoke(others, toRevoke, { tier: 'FREE', at: new Date() }, {})).toBe('DONE');
});

it('a folder whose Owner has left gets a new tenant at its start', async () => {
  const tables = connectTable(table);
  const access = new AccessRepository(tables, () => new Date());
  const surroundings = { folder, tables, access, runtime: systemRuntime };
  const start = () => openLocalTenant({ baseUrl: 'http://127.0.0.1:1', tier: undefined }, surroundings);
  const { credentials } = await start();
  const owner = await access.findAccess(tokenDigest(credentials.token), {});
  const { tenantId, userId, email } = owner!.caller;
  const who = { userId, email, tokenId: null, tier: 'TEAM' as const };
  const entry = auditOf(who, 'test', systemRuntime)('TENANT_LEFT', { type: 'USER', id: userId });
  expect(await tablePorts(tables)['tenants:close'].close(mintScope.tenant(tenantId), userId, entry)).toBe('DONE');
  const again = await start();
  expect(again.credentials.tenantId).not.toBe(tenantId);
  expect(again.isNewToken).toBe(true);
});
