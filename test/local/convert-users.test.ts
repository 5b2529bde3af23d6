import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { keys } from '#adapters/dynamodb/keys.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { addressKey, countWrite, emailKey } from '#adapters/dynamodb/user-items.ts';
import { mintScope } from '#domain/access/scope.ts';
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

it('users of an older folder are all there, in today’s form; who never came is invited still, and bound to nobody', async () => {
  const tables = connectTable(table);
  const access = new AccessRepository(tables, () => new Date());
  const surroundings = { folder, tables, access, runtime: systemRuntime };
  const { credentials } = await openLocalTenant({ baseUrl: 'http://127.0.0.1:1', tier: undefined }, surroundings);
  const { tenantId } = credentials;
  const scope = mintScope.tenant(tenantId);
  const { userId: caller } = await addUser(tables, { tenantId }, 'MEMBER', {});
  // As the version before wrote an invited user: bound by the address alone, in no tenant's hands yet.
  const id = systemRuntime.newId();
  const old = {
    id,
    email: 'dana@company.test',
    name: null,
    workspaces: {},
    createdAt: new Date().toISOString(),
    version: 1,
  };
  const user = { ...old, tenantRole: 'OWNER' as const };
  await tables(tenantId).transact([
    { put: { ...keys.user(scope, id), ...user } },
    { put: { ...emailKey(user.email), tenantId, userId: id } },
    countWrite(scope, { to: user, seats: null }),
  ]);
  const { items } = await tables(tenantId).query({ pk: `T#${tenantId}`, sk: { beginsWith: 'ADDR#' } });
  for (const item of items) await tables(tenantId).delete(item);
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
