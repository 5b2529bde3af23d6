import { randomUUID } from 'node:crypto';
import { AuditSealRepository } from '#adapters/dynamodb/audit-seal-repository.ts';
import * as ranges from '#adapters/dynamodb/ranges.ts';
import { recordOf } from '#adapters/dynamodb/record.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { entryPut } from '#adapters/dynamodb/transact-alongside.ts';
import type { Item } from '#adapters/dynamodb/writes.ts';
import { mintScope } from '#domain/access/scope.ts';
import { type AuditEntry, auditOf } from '#domain/audit/audit-entry.ts';
import { type AuditSeal, type CopiedSeal, sealOf } from '#domain/audit/audit-seal.ts';
import type { AuditSealer } from '#domain/ports/audit-sealer.ts';
import { sealAuditLog } from '#domain/audit/seal-audit-log.ts';
import { systemRuntime, uuidV7Source } from '#functions/support/runtime.ts';
import { expect, test } from 'vitest';
import { checkDump } from '../../../local/fsck/check-dump.ts';
import { dumpOf, type Entry, entryOf } from '../../../local/fsck/dump.ts';
import { openTable } from '../../../local/table/open-table.ts';

const start = Date.parse('2026-03-01T10:20:00Z');
const minute = 60_000;
const hour = 60 * minute;
const tenantId = randomUUID();
const otherId = randomUUID();

/** A table of its own with its clock, the copies, and what was put into the log. */
const openLog = async () => {
  const table = await openTable();
  const tables = connectTable(table);
  let now = start;
  const newId = uuidV7Source(
    () => now,
    (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  );
  const clock = { newId, now: () => new Date(now) };
  const copies = new Map<string, readonly CopiedSeal[]>();
  const who = { userId: randomUUID(), email: null, tokenId: null, tier: 'TEAM' as const };
  const repository = new AuditSealRepository(tables);
  const copy = { write: async (name: string, seals: readonly CopiedSeal[]) => void copies.set(name, seals) };
  const log = {
    copies,
    advance: (durationMs: number) => (now += durationMs),
    tell: async (name: string, of = tenantId, count = 1): Promise<void> => {
      const audit = auditOf(who, 'r', clock);
      const put = () => entryPut(mintScope.tenant(of), audit('PAT_REVOKED', { type: 'PAT', id: 'p', name }));
      for (let told = 0; told < count; told += 100)
        await tables(of).transact(Array.from({ length: Math.min(100, count - told) }, put));
    },
    seal: (ports: { log?: AuditSealer; copy?: typeof copy } = {}) =>
      sealAuditLog(
        undefined,
        { 'audit:seal': ports.log ?? repository, 'seals:copy': ports.copy ?? copy },
        { ...systemRuntime, ...clock },
      ),
    repository,
    copy,
    seals: async (of = tenantId): Promise<AuditSeal[]> => {
      const { items } = await tables(of).query(ranges.auditSeals(mintScope.tenant(of)));
      return items.map((item) => recordOf<AuditSeal>(item));
    },
    items: async (): Promise<Entry[]> => {
      const entries: Entry[] = [];
      for await (const item of table.items()) entries.push(entryOf(item));
      return entries;
    },
    /** What fsck says of these items, with the copies. */
    faults: (entries: readonly Entry[]) => checkDump(dumpOf(entries, [], undefined, now, [...copies.values()].flat())),
  };
  return log;
};

/** Two entries in each of three hours, and one of another tenant. */
const openFilledLog = async () => {
  const log = await openLog();
  await log.repository.setFirstOpenHour('2026-03-01T10');
  for (let at = 0; at < 3; at += 1) {
    await log.tell(`first of ${at}`);
    log.advance(minute);
    await log.tell(`second of ${at}`);
    if (at === 1) await log.tell('of the other', otherId);
    log.advance(hour - minute);
  }
  return log;
};

test('every hour that has ended is sealed for each tenant with entries in it, each seal upon the one before', async () => {
  const log = await openFilledLog();
  expect(await log.seal()).toMatchObject({ seals: 4 });
  const seals = await log.seals();
  expect(seals.map(({ hour: its, count }) => [its, count])).toEqual([
    ['2026-03-01T10', 2],
    ['2026-03-01T11', 2],
    ['2026-03-01T12', 2],
  ]);
  expect(seals.map(({ previous }) => previous === null)).toEqual([true, false, false]);
  expect((await log.seals(otherId)).map(({ count }) => count)).toEqual([1]);
  expect([...log.copies.keys()]).toEqual(['2026-03-01T10', '2026-03-01T11', '2026-03-01T12']);
  expect(log.copies.get('2026-03-01T11')).toHaveLength(2);
  expect(log.faults(await log.items())).toEqual([]);
  expect(await log.seal()).toMatchObject({ hours: 0, seals: 0 });
});

test('an hour is sealed a quarter of an hour after its end, not before', async () => {
  const log = await openLog();
  await log.tell('in the hour');
  log.advance(54 * minute);
  expect(await log.seal()).toMatchObject({ seals: 0 });
  log.advance(minute);
  expect(await log.seal()).toMatchObject({ seals: 1 });
});

test('after a pause of days every hour in between is sealed', async () => {
  const log = await openFilledLog();
  await log.seal();
  await log.tell('after');
  log.advance(5 * 24 * hour);
  expect(await log.seal()).toMatchObject({ hours: 5 * 24, seals: 1 });
});

test('what was written before there were seals is covered by the first', async () => {
  const log = await openLog();
  await log.tell('long ago');
  log.advance(60 * 24 * hour);
  await log.tell('now');
  log.advance(2 * hour);
  await log.seal();
  expect((await log.seals()).map(({ count }) => count)).toEqual([2]);
});

test('a seal is of 10,000 entries at most; an hour of more has several', async () => {
  const log = await openLog();
  await log.tell('one of many', tenantId, 10_001);
  log.advance(2 * hour);
  await log.seal();
  expect((await log.seals()).map(({ count }) => count)).toEqual([10_000, 1]);
  expect(log.copies.get('2026-03-01T10')).toHaveLength(2);
});

type Planted = (entries: Entry[]) => Entry[];
const entryAt = (items: readonly Entry[], place: number): Entry =>
  items.filter((each) => each.kind === 'auditEntry' && each.tenantId === tenantId)[place]!;
const changed =
  (of: Entry, record: object): Planted =>
  (items) =>
    items.map((each) => (each === of ? { ...each, record: { ...each.record, ...record } } : each));
const without =
  (...gone: Entry[]): Planted =>
  (items) =>
    items.filter((each) => !gone.includes(each));
const lastSeal = (items: readonly Entry[]): Entry =>
  items.filter((each) => each.kind === 'auditSeal' && each.tenantId === tenantId).at(-1)!;

test.each<[string, (items: Entry[]) => Planted, RegExp]>([
  [
    'an entry whose actor was edited',
    (items) => changed(entryAt(items, 0), { actor: { userId: 'x' } }),
    /not as it was/,
  ],
  [
    'an entry that was made to end sooner',
    (items) => changed(entryAt(items, 3), { expiresAt: 1_800_000_000 }),
    /not as/,
  ],
  ['an entry that was removed', (items) => without(entryAt(items, 2)), /of 2 entries, found 1/],
  [
    'all entries of an hour, removed',
    (items) => without(entryAt(items, 2), entryAt(items, 3)),
    /of 2 entries, found 0/,
  ],
  [
    'two entries that were swapped',
    (items) => {
      const [one, other] = [entryAt(items, 0), entryAt(items, 1)];
      return (all) => changed(other, one.record)(changed(one, other.record)(all));
    },
    /not as it was/,
  ],
  [
    'an entry that was put into a sealed hour',
    (items) => {
      const of = entryAt(items, 0);
      const id = of.ids[0]!.replace(/.$/, (last) => (last === 'f' ? 'e' : 'f'));
      return (all) => [...all, { ...of, ids: [id], record: { ...of.record, id } }];
    },
    /of 2 entries, found 3/,
  ],
  [
    'an entry that was put into an hour without any',
    (items) => {
      const of = entryAt(items, 0);
      const id = of.ids[0]!.replace(/^.{8}/, '00000000');
      return (all) => [...all, { ...of, ids: [id], record: { ...of.record, id } }];
    },
    /of 2 entries, found 3/,
  ],
  ['a seal that was edited', (items) => changed(lastSeal(items), { count: 3 }), /of 3 entries, found 2/],
  [
    'a seal in the middle that was removed with its entries',
    (items) => {
      const [, middle] = items.filter((each) => each.kind === 'auditSeal' && each.tenantId === tenantId);
      return without(middle!, entryAt(items, 2), entryAt(items, 3));
    },
    /does not continue the one before/,
  ],
  [
    'the last seal that was removed with its entries',
    (items) => without(lastSeal(items), entryAt(items, 4), entryAt(items, 5)),
    /is in the copies, not in the table/,
  ],
  [
    'an edited entry that was sealed anew',
    (items) => {
      const [entry, seal] = [entryAt(items, 5), lastSeal(items)];
      const before = items.filter((each) => each.kind === 'auditSeal' && each.tenantId === tenantId).at(-2)!;
      const its = [entryAt(items, 4), entry].map(({ record }) => recordOf<AuditEntry>(record as Item));
      const forged = sealOf(
        '2026-03-01T12',
        [its[0]!, { ...its[1]!, action: 'PAT_CREATED' }],
        recordOf<AuditSeal>(before.record as Item),
      );
      return (all) => changed(seal, forged)(changed(entry, { action: 'PAT_CREATED' })(all));
    },
    /is in the copies, not in the table/,
  ],
])('%s is found', async (_name, plant, violation) => {
  const log = await openFilledLog();
  await log.seal();
  const items = await log.items();
  expect(log.faults(items)).toEqual([]);
  const [fault, ...others] = log.faults(plant(items)(items));
  expect(fault).toMatch(violation);
  expect(others.filter((each) => !each.startsWith('B10 sealed'))).toEqual([]);
});

test('entries that were dropped when their time was over are no fault, and the chain still holds', async () => {
  const log = await openFilledLog();
  await log.seal();
  log.advance(90 * 24 * hour);
  const kept = (await log.items()).filter(({ kind }) => kind !== 'auditEntry');
  expect(log.faults(kept)).toEqual([]);
  const middle = kept.filter((each) => each.kind === 'auditSeal' && each.tenantId === tenantId)[1]!;
  expect(log.faults(without(middle)(kept)).join()).toMatch(/does not continue/);
});

test('a job that ends at any of its calls leaves nothing wrong: the next one has the same seals and copies', async () => {
  const whole = await openFilledLog();
  await whole.seal();
  const shapeOf = async (log: typeof whole) => [
    (await log.seals()).map(({ hour: its, count }) => [its, count]),
    [...log.copies].map(([name, seals]) => [name, seals.length]),
  ];
  const expected = await shapeOf(whole);
  let crashes = 0;
  for (let failing = 0; ; failing += 1) {
    const log = await openFilledLog();
    let calls = 0;
    const crashing = <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, member) => {
          const method = Reflect.get(target, member) as (...args: unknown[]) => Promise<unknown>;
          return async (...args: unknown[]) => {
            const isLast = calls++ === failing;
            // Every second time after the call has had its effect.
            if (isLast && failing % 2 === 0) throw new Error('ended');
            const answer = await method.apply(target, args);
            if (isLast) throw new Error('ended');
            return answer;
          };
        },
      });
    const ended = await log.seal({ log: crashing(log.repository as AuditSealer), copy: crashing(log.copy) }).then(
      () => true,
      () => false,
    );
    if (ended) break;
    crashes += 1;
    await log.seal();
    expect(await shapeOf(log)).toEqual(expected);
    expect(log.faults(await log.items())).toEqual([]);
  }
  expect(crashes).toBeGreaterThan(20);
});

test('two jobs at once make the same seals', async () => {
  const log = await openFilledLog();
  await Promise.all([log.seal(), log.seal(), log.seal()]);
  expect((await log.seals()).map(({ count }) => count)).toEqual([2, 2, 2]);
  expect(log.faults(await log.items())).toEqual([]);
});

test('a seal is put once: another one of the same name leaves it as it was', async () => {
  const log = await openFilledLog();
  await log.seal();
  const [seal] = await log.seals();
  await log.repository.putSeal(mintScope.tenant(tenantId), { ...seal!, count: 9 });
  expect(await log.seals()).toContainEqual(seal);
});
