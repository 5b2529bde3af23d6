import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tokenDigest } from '#domain/access/token-format.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Tier } from '#domain/access/actor.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openLocalTenant } from '../../local/local-tenant.ts';
import { type EmbeddedTable, openTable } from '../../local/table/open-table.ts';

let folder: string;
let table: EmbeddedTable;
let access: AccessRepository;
let start: (baseUrl: string, tier?: Tier) => ReturnType<typeof openLocalTenant>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-'));
  table = await openTable();
  const tables = connectTable(table);
  access = new AccessRepository(tables, () => new Date());
  start = (baseUrl, tier) => openLocalTenant({ baseUrl, tier }, { folder, tables, access, runtime: systemRuntime });
});
afterEach(async () => {
  await table.close();
  rmSync(folder, { recursive: true });
});

const holderOf = (token: string) => access.findAccess(tokenDigest(token), {}).then((found) => found?.caller);
const file = (): string => join(folder, 'credentials.json');

it('the first start makes an Owner whose new token works, in a private file', async () => {
  const { credentials, isNewToken } = await start('http://127.0.0.1:1');
  expect(isNewToken).toBe(true);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(credentials);
  expect(Object.keys(credentials)).toEqual(['baseUrl', 'token', 'tenantId', 'workspaceId']);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await holderOf(credentials.token)).toMatchObject({
    tenantId: credentials.tenantId,
    tier: 'TEAM',
    storedRole: 'OWNER',
  });
});

it('a restart keeps the token and rewrites where the service is', async () => {
  const first = await start('http://127.0.0.1:1');
  const second = await start('http://127.0.0.1:2');
  expect(second).toMatchObject({
    credentials: { ...first.credentials, baseUrl: 'http://127.0.0.1:2' },
    isNewToken: false,
  });
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(second.credentials);
});

it.each([
  ['was lost', () => rmSync(file())],
  ['is broken', () => writeFileSync(file(), '{"token": ')],
  ['holds a token that does not work', () => writeFileSync(file(), '{"token": "dzy_"}')],
])('the same tenant gets a new token when the file %s', async (_, damage) => {
  const { credentials: first } = await start('http://127.0.0.1:1');
  damage();
  const { credentials, isNewToken } = await start('http://127.0.0.1:1');
  expect(isNewToken).toBe(true);
  expect(credentials).toMatchObject({ tenantId: first.tenantId, workspaceId: first.workspaceId });
  expect(credentials.token).not.toBe(first.token);
  expect(await holderOf(credentials.token)).toMatchObject({ tenantId: first.tenantId, storedRole: 'OWNER' });
});

it('a start after years renews the same token, and so does a service that runs', async () => {
  const { credentials } = await start('http://127.0.0.1:1');
  const digest = tokenDigest(credentials.token);
  const endsAt = async () => Date.parse((await holderOf(credentials.token))!.tokenExpiresAt!);
  await connectTable(table)(null).update(keys.token(digest), [set('endsAt', '2020-01-01T00:00:00.000Z')]);
  const again = await start('http://127.0.0.1:1');
  expect(again).toMatchObject({ isNewToken: false, credentials: { token: credentials.token } });
  expect(await endsAt()).toBeGreaterThan(Date.now() + 364 * 86_400_000);
  await connectTable(table)(null).update(keys.token(digest), [set('endsAt', '2020-01-01T00:00:00.000Z')]);
  await again.renewToken();
  expect(await endsAt()).toBeGreaterThan(Date.now() + 364 * 86_400_000);
});

it('the tier changes when one is named, else it stays', async () => {
  const tierAfter = async (tier?: Tier) => {
    const { credentials } = await start('http://127.0.0.1:1', tier);
    return (await holderOf(credentials.token))?.tier;
  };
  expect([await tierAfter('FREE'), await tierAfter(), await tierAfter('PRO')]).toEqual(['FREE', 'FREE', 'PRO']);
});

it('a restart on a disk that refuses writes keeps the stored token and tier, and says so', async () => {
  const notices = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const { credentials } = await start('http://127.0.0.1:1', 'PRO');
    const refused = new ServiceError('DEPENDENCY_UNAVAILABLE', 'The disk is full.');
    const tables: Tables = (tenantId) => {
      const refusing = connectTable(table)(tenantId);
      for (const write of ['put', 'update', 'delete', 'transact'] as const)
        vi.spyOn(refusing, write).mockRejectedValue(refused);
      return refusing;
    };
    const surroundings = { folder, tables, access, runtime: systemRuntime };
    const again = await openLocalTenant({ baseUrl: 'http://127.0.0.1:2', tier: 'TEAM' }, surroundings);
    expect(again).toMatchObject({ isNewToken: false, credentials: { token: credentials.token } });
    expect(await holderOf(credentials.token)).toMatchObject({ tier: 'PRO' });
    expect(notices.mock.calls.map(([line]) => String(line).slice(25))).toEqual([
      'The start goes on without the change to the tier TEAM. The disk is full.',
      'The start goes on without the renewal of the token. The disk is full.',
    ]);
  } finally {
    notices.mockRestore();
  }
});
