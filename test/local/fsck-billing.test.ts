import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marshall } from '#adapters/dynamodb/marshall.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { checkDump } from '../../local/fsck/check-dump.ts';
import { dumpOf, type Entry, entryOf } from '../../local/fsck/dump.ts';
import { buy, openBilling } from '../support/billing.ts';
import { invite } from '../support/join.ts';
import { aLink } from '../support/newcomers.ts';

const billing = await openBilling();
const tenant = await billing.scenario.aTenant('FREE');
await buy(billing, tenant, 'TEAM');
const { id: member } = await invite(tenant, { email: 'member@example.test', role: 'MEMBER' });
await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 3 });
const { id: link } = await aLink(tenant);
await billing.sync();
const t = `T#${tenant.tenantId}`;
const plan = `${t}#PLAN PLAN`;
const later = new Date(billing.clock.now().getTime() + 3600_000).toISOString();

type Fields = Record<string, unknown>;
const stored = new Map<string, Entry & { key: string }>();
for await (const item of billing.scenario.target.items!()) {
  const key = `${item['pk']!['S'] as string} ${item['sk']!['S'] as string}`;
  stored.set(key, { ...entryOf(item), key });
}

/** What fsck says where these fields of these items are others; of an absent item all. */
const violationsWith = (changes: Record<string, Fields>): string => {
  const entries = [...stored.values()].map((entry) => ({
    ...entry,
    record: { ...entry.record, ...changes[entry.key] },
  }));
  const added = Object.entries(changes)
    .filter(([key]) => !stored.has(key))
    .map(([key, fields]) => {
      const at = key.indexOf(' ');
      return entryOf(marshall({ pk: key.slice(0, at), sk: key.slice(at + 1), ...fields } as never) as never);
    });
  return checkDump(dumpOf([...entries, ...added], [], undefined, billing.clock.now().getTime())).join('\n');
};

test('a table in which tiers, seats, caps and links came and went has no violation', async () => {
  expect(violationsWith({})).toBe('');
  expect(await billing.fsck()).toEqual([]);
});

const bill = `${t} BILL`;
const user = `${t} USER#${member}`;
const fallen = {
  tier: 'FREE',
  subscriptionId: null,
  itemId: null,
  periodStart: null,
  periodEnd: null,
  renewalSeats: null,
  periodSeats: null,
};
const downgraded = (newTier: string, oldTier = 'TEAM', at = later) => ({
  [`${t}#AUD ffffffff-0000-7000-8000-000000000000`]: {
    id: 'ffffffff-0000-7000-8000-000000000000',
    at,
    action: 'PLAN_DOWNGRADED',
    target: { type: 'TENANT', id: tenant.tenantId },
    actor: {},
    metadata: { oldTier, newTier },
    expiresAt: 9_999_999_999,
  },
});
const before = new Date(billing.clock.now().getTime() - 24 * 3600_000).toISOString();

test.each<[string, Record<string, Fields>, RegExp]>([
  ['a seat that the renewal does not bill', { [plan]: { renewalSeats: 2 } }, /B1 .*bills 2 seats, not 3/],
  ['a seat that nobody pays for', { [plan]: { periodSeats: 2 } }, /B1 .*3 seats, and 2 are paid for/],
  ['seats that no job compares', { [bill]: { seatsChangedAt: later } }, /B1 .*no job finds them/],
  ['too many invoices', { [plan]: { immediateInvoices: { day: '2026-03-10', count: 13 } } }, /B2 .*13 invoices/],
  ['a renewal of nothing', { [plan]: { renewalSeats: 0 } }, /B3 .*bills 0 seats next/],
  ['a cap below the floor', { [bill]: { maxBillableUsers: 2 } }, /B4 .*a cap of 2 below 3/],
  ['a cap on FREE', { [plan]: fallen, ...downgraded('FREE') }, /B4 .*FREE with a cap of 3/],
  ['a tier that nobody told of', { [plan]: fallen }, /B4 .*the tier is FREE, and the log says TEAM/],
  ['a change of tier out of nothing', { ...downgraded('TEAM', 'PRO') }, /B4 .*does not go on/],
  ['more users than the cap', { [bill]: { billableCount: 4 } }, /B5 .*4 billable users at a cap of 3/],
  [
    'a user who was added above the tier',
    { [plan]: fallen, [user]: { createdAt: later }, ...downgraded('FREE', 'TEAM', before) },
    /B5 .*was added above the seats of FREE/,
  ],
  ['a role that nobody told of', { [user]: { tenantRole: 'ADMIN' } }, /B6 .*is ADMIN, told MEMBER/],
  ['a tier without a subscription', { [plan]: { ...fallen, tier: 'TEAM' } }, /B7 .*TEAM without a subscription/],
  ['FREE with a subscription', { [plan]: { tier: 'FREE' } }, /B7 .*FREE with a subscription/],
  ['a subscription in part', { [plan]: { itemId: null } }, /B7 .*a subscription in part/],
  [
    'a customer whom nothing leads from',
    { [plan]: { customerId: 'cus_other' } },
    /B8 .*nothing leads from customer cus_other/,
  ],
  ['a customer of another', { 'STRIPE#CUS#cus_x C': { tenantId: tenant.tenantId } }, /B8 .*customer cus_x leads to/],
  ['a plan that is never compared', { [plan]: { gsi1pk: 'x' } }, /B8 .*never compared/],
  [
    'a workspace above the limit',
    { [plan]: fallen, ...downgraded('FREE', 'TEAM', before), [`${t} WS#ffffffff-0000`]: { createdAt: later } },
    /B9 .*workspace ffffffff-0000 .*is above workspaces of FREE/,
  ],
  [
    'a role without its entry',
    { [`${t} USER#x`]: { tenantRole: 'VIEWER', createdAt: later } },
    /B10 .*user x .*has no USER_INVITED/,
  ],
  [
    'tokens without a call',
    { [`${t}#TOK M#2026#TEAM`]: { used: 1, reserved: 0, total: 1 } },
    /B11 .*used is 1, found 0/,
  ],
  ['a period of no tier', { [`${t}#TOK M#2026#GOLD`]: { used: 0, reserved: 0, total: 0 } }, /B11 .*named 2026#GOLD/],
  [
    'a call in two tiers',
    { [`${t}#TOK C#c`]: { callId: 'c', state: 'RELEASED', used: 0, month: 'a#TEAM', day: 'b#FREE' } },
    /B11 .*call c .*two tiers/,
  ],
  ['a tier beside the users', { [bill]: { tier: 'ENTERPRISE' } }, /B12 .*billing .* has tier/],
  [
    'a key in the clear',
    { [`${t}#LLM KEY`]: { apiKey: 'sk-1', last4: 'k-1' } },
    /B12 .*has apiKey(.|\n)*not encrypted/,
  ],
  [
    'an entry that was updated',
    { [`${t}#AUD x`]: { id: 'x', metadata: {}, target: {}, changedBy: 'r' } },
    /B12 .*the entry x .*was changed/,
  ],
  [
    'a domain of who has not added it',
    { 'DOM#a.example D': { tenantId: tenant.tenantId, token: 'x' } },
    /held by .*has not added it/,
  ],
  [
    'a domain under another record',
    { 'DOM#a.example D': { tenantId: tenant.tenantId, token: 'x' }, [`${t}#DOM a.example`]: { token: 'y' } },
    /under another record/,
  ],
  ['a link that was used too often', { [`${t}#INV ${link}`]: { usesLeft: -1 } }, /has -1 of 2 uses left/],
  ['a link that nobody can follow', { [`${t}#INV ${link}`]: { digest: 'x' } }, /nothing leads to link/],
  [
    'a secret of no link',
    { 'INV#x I': { tenantId: tenant.tenantId, linkId: 'y', expiresAt: 9_999_999_999 } },
    /a secret of link y/,
  ],
])('%s is found', (_name, changes, violation) => {
  expect(violationsWith(changes)).toMatch(violation);
});

test('every key of the table is of a kind', () => {
  const scope = { tenantId: 'a', workspaceId: 'b', projectId: 'c', featureId: 'd', notebookId: 'e' };
  const made = Object.entries(keys).map(([name, make]) => {
    const arguments_ = [...String(make).split('=>')[0]!.matchAll(/\w+/g)].map(([argument]) =>
      argument === 'scope' ? scope : given(argument),
    );
    const { pk, sk } = (make as (...all: unknown[]) => { pk: string; sk: string })(...arguments_);
    return { name, kind: entryOf({ pk: { S: pk }, sk: { S: sk } }).kind };
  });
  expect(made.length).toBeGreaterThan(50);
  expect(made.filter(({ kind }) => kind === 'unknown')).toEqual([]);
});

function given(argument: string): unknown {
  if (argument === 'container') return 'T';
  return ['place', 'piece', 'cursor'].includes(argument) ? 1 : `${argument}-1`;
}

test('a table larger than the memory is checked, one tenant at a time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fsck-large-'));
  const file = join(folder, 'export.jsonl');
  const filler = 'x'.repeat(4000);
  const lines = Array.from({ length: 12_000 }, (_, place) => {
    const pk = `T#${String(place % 300).padStart(4, '0')}#OUT`;
    return JSON.stringify({
      Item: { pk: { S: pk }, sk: { S: '#LAST' }, last: { N: '0' }, filler: { S: `${place}${filler}` } },
    });
  });
  const broken = JSON.stringify({ Item: { pk: { S: 'T#0299' }, sk: { S: 'WHAT' } } });
  writeFileSync(file, [...lines, broken].join('\n'));
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=24', 'local/fsck/main.ts', '--dump', file],
    {
      encoding: 'utf8',
    },
  );
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([1, expect.stringContaining('12001 items and 0 documents, 1 violations')]);
});
