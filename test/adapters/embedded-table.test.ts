import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { ListTablesCommand, PutItemCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConditionFailed } from '#adapters/dynamodb/condition-failed.ts';
import { absent, add, equal, set } from '#adapters/dynamodb/expressions.ts';
import { unmarshall } from '#adapters/dynamodb/marshall.ts';
import { Table } from '#adapters/dynamodb/table.ts';
import { AcknowledgedWritesLost, openTable, TableUnavailable } from '../../local/table/open-table.ts';
import { outcomeOf } from './outcome.ts';

const pk = 'T#t1';

describe('the embedded table on disk', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'embedded-table-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('everything acknowledged is there after SIGKILL, transactions whole, index included', async () => {
    const writer = spawn(process.execPath, [join(import.meta.dirname, 'durable-writer.ts'), directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged = await killedAfter(writer, 300);
    const embedded = await openTable({ directory });
    const table = new Table(embedded, 't1');
    const numbers = async (query: Parameters<Table['query']>[0]) =>
      (await table.query(query)).items.map(({ n }) => Number(n)).toSorted((a, b) => a - b);
    const first = await numbers({ pk, sk: { beginsWith: 'A#' } });
    expect(first).toEqual(Array.from({ length: first.length }, (_, n) => n));
    expect(first.length).toBeGreaterThan(acknowledged);
    expect(await numbers({ pk, sk: { beginsWith: 'B#' } })).toEqual(first);
    expect(await numbers({ pk: 'T#t1#G', index: 'GSI1' })).toEqual(first);
    await embedded.close();
  });

  it('a directory in use is refused with one clear error, and free again after close', async () => {
    const embedded = await openTable({ directory });
    const second = await openTable({ directory }).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(TableUnavailable);
    expect((second as Error).message).toBe(`The data folder ${directory} is in use by another process.`);
    await embedded.close();
    await (await openTable({ directory })).close();
  });

  it('close waits for the writes under way', async () => {
    const embedded = await openTable({ directory });
    const table = new Table(embedded, 't1');
    const writes = Array.from({ length: 50 }, (_, i) => table.put({ pk, sk: `${i}` }));
    await new Promise(setImmediate);
    const [settled] = await Promise.all([Promise.allSettled(writes), embedded.close()]);
    const reopened = await openTable({ directory });
    const { items } = await new Table(reopened, 't1').query({ pk });
    expect(items).toHaveLength(settled.filter(({ status }) => status === 'fulfilled').length);
    await reopened.close();
  });

  it('a directory made with another schema is refused and left alone', async () => {
    await (await openTable({ directory })).close();
    const database = new DatabaseSync(join(directory, 'table.sqlite'));
    database.exec('PRAGMA user_version = 9');
    database.close();
    for (const _again of [1, 2]) await expect(openTable({ directory })).rejects.toThrow('another table schema');
  });

  it('a table that lost acknowledged commits is refused, until somebody accepts the loss', async () => {
    const first = await openTable({ directory });
    await new Table(first, 't1').put({ pk, sk: 'kept' });
    await first.close();
    const kept = await readFile(join(directory, 'table.sqlite'));
    const second = await openTable({ directory });
    await new Table(second, 't1').put({ pk, sk: 'lost' });
    await second.close();
    await writeFile(join(directory, 'table.sqlite'), kept);
    const refused = openTable({ directory });
    await expect(refused).rejects.toThrow(AcknowledgedWritesLost);
    await expect(refused).rejects.toThrow('2 commits were acknowledged, 1 are there');
    await rm(join(directory, 'acknowledged'));
    await (await openTable({ directory })).close();
  });

  it('what was acknowledged is 0 in a new directory, and written in full', async () => {
    const embedded = await openTable({ directory });
    expect(await readFile(join(directory, 'acknowledged'), 'utf8')).toBe('0000000000000000\n');
    await embedded.close();
  });

  it.each(['', '00000000000', 'NaN', '0000000000000009\n0000000000000009\n'])(
    'what was acknowledged is 0, with a notice, where its file holds %j, and right after the next write',
    async (content) => {
      await (await openTable({ directory })).close();
      await writeFile(join(directory, 'acknowledged'), content);
      const notices = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      try {
        const embedded = await openTable({ directory });
        expect(notices).toHaveBeenCalledWith(expect.stringContaining(`${join(directory, 'acknowledged')} is damaged`));
        await new Table(embedded, 't1').put({ pk, sk: 'a' });
        await embedded.close();
      } finally {
        notices.mockRestore();
      }
      expect(await readFile(join(directory, 'acknowledged'), 'utf8')).toBe('0000000000000001\n');
    },
  );

  it('folder and files are their owner’s alone, whatever they were', async () => {
    await (await openTable({ directory })).close();
    await Promise.all([chmod(directory, 0o755), chmod(join(directory, 'table.sqlite'), 0o644)]);
    const embedded = await openTable({ directory });
    await new Table(embedded, 't1').put({ pk, sk: 'a' });
    const modes = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modes(directory)).toBe('700');
    const files = await readdir(directory);
    expect(files.toSorted()).toEqual(['acknowledged', 'table.sqlite', 'table.sqlite-wal']);
    for (const file of files) expect([file, await modes(join(directory, file))]).toEqual([file, '600']);
    await embedded.close();
  });

  it('every item can be walked through, whole and once', async () => {
    const embedded = await openTable({ directory });
    const table = new Table(embedded, 't1');
    const puts = Array.from({ length: 700 }, (_, i) => ({ pk: `T#t1#${i % 7}`, sk: `${i}`, gsi1pk: pk, gsi1sk: 'x' }));
    await Promise.all(puts.map((item) => table.put(item)));
    const seen = new Set<string>();
    for await (const item of embedded.items()) {
      expect(seen.has(JSON.stringify(unmarshall(item)['sk']))).toBe(false);
      seen.add(JSON.stringify(unmarshall(item)['sk']));
    }
    expect(seen.size).toBe(700);
    await embedded.close();
  });

  it('folders that do not exist are made', async () => {
    const embedded = await openTable({ directory: join(directory, 'a/b') });
    await embedded.close();
  });
});

/** Kills the process once it has printed that many lines; answers the last number it printed. */
async function killedAfter(writer: ChildProcess, lines: number): Promise<number> {
  if (writer.stdout === null) throw new Error('The writer has no output');
  let last = -1;
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Number(line);
    if (last === lines) writer.kill('SIGKILL');
  }
  if (writer.signalCode === null && writer.exitCode === null) await once(writer, 'exit');
  expect(writer.signalCode).toBe('SIGKILL');
  return last;
}

describe('the change feed', () => {
  it('tells every change after its commit, in the order of commits', async () => {
    const embedded = await openTable();
    const table = new Table(embedded, 't1');
    const told: unknown[] = [];
    const stop = embedded.onChange(({ oldImage, newImage }) => {
      told.push([oldImage && unmarshall(oldImage), newImage && unmarshall(newImage)]);
    });
    const a = { pk, sk: 'a', bytes: new Uint8Array([1, 2]) };
    const b = { pk, sk: 'b', gsi1pk: pk, gsi1sk: 'x' };
    await table.transact([{ put: a }, { put: b }, { check: { pk, sk: 'c' }, if: absent('pk') }]);
    await table.update(b, [set('n', 1)]);
    await table.put(a);
    await table.delete({ pk, sk: 'nothing' });
    await table
      .put({ ...a, n: 1 }, absent('pk'))
      .catch((error: unknown) => expect(error).toBeInstanceOf(ConditionFailed));
    await table.delete(a);
    stop();
    await table.put({ pk, sk: 'later' });
    expect(told).toEqual([
      [undefined, a],
      [undefined, b],
      [b, { ...b, n: 1 }],
      [a, undefined],
    ]);
    await embedded.close();
  });

  it('concurrent increments are told one by one, none lost, none out of order', async () => {
    const embedded = await openTable();
    const table = new Table(embedded, 't1');
    const seen: number[] = [];
    embedded.onChange(({ newImage }) => seen.push(Number(newImage?.['n']?.['N'])));
    await Promise.all(Array.from({ length: 200 }, () => table.update({ pk, sk: 'a' }, [add('n', 1)])));
    expect(seen).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    await embedded.close();
  });
});

describe('expiry', () => {
  it('items past their time go, with their index rows and a change; others stay', async () => {
    const embedded = await openTable();
    const table = new Table(embedded, 't1');
    const nowMs = 1_700_000_000_000;
    const inSeconds = (delta: number) => nowMs / 1000 + delta;
    await table.put({ pk, sk: 'gone', expiresAt: inSeconds(-1), gsi1pk: pk, gsi1sk: 'x' });
    await table.put({ pk, sk: 'now', expiresAt: inSeconds(0) });
    await table.put({ pk, sk: 'later', expiresAt: inSeconds(60) });
    await table.put({ pk, sk: 'text', expiresAt: 'soon' });
    await table.put({ pk, sk: 'never' });
    const removed: unknown[] = [];
    embedded.onChange(({ oldImage, newImage }) => removed.push([oldImage?.['sk']?.['S'], newImage]));
    expect(await embedded.sweepExpired(nowMs)).toBe(1);
    expect(removed).toEqual([['gone', undefined]]);
    expect((await table.query({ pk })).items.map(({ sk }) => sk)).toEqual(['later', 'never', 'now', 'text']);
    expect((await table.query({ pk, index: 'GSI1' })).items).toEqual([]);
    expect(await embedded.sweepExpired(nowMs)).toBe(0);
    await embedded.close();
  });
});

describe('what the embedded table makes of the rare', () => {
  it('a busy item cancels the transaction with TransactionConflict, and the adapter tries again', async () => {
    let conflicts = 3;
    const embedded = await openTable({ isBusy: ({ sk }) => sk === 'b' && (conflicts -= 1) >= 0 });
    const pauses: number[] = [];
    const pause = async (ms: number) => pauses.push(ms);
    const table = new Table({ ...embedded, client: embedded.client, tableName: embedded.tableName, pause }, 't1');
    await table.transact([{ put: { pk, sk: 'a' } }, { put: { pk, sk: 'b' } }]);
    expect(pauses).toHaveLength(3);
    conflicts = 1;
    await table.put({ pk, sk: 'b', n: 1 });
    expect(pauses).toHaveLength(4);
    conflicts = 1;
    const mixed = await table
      .transact([{ check: { pk, sk: 'a' }, if: equal('n', 9) }, { put: { pk, sk: 'b' } }])
      .catch((error: unknown) => error);
    expect(mixed).toBeInstanceOf(ConditionFailed);
    expect(pauses).toHaveLength(4);
    conflicts = 100;
    await expect(table.transact([{ put: { pk, sk: 'b' } }])).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    });
    expect(pauses).toHaveLength(4 + 7);
    await embedded.close();
  });

  it('a token is forgotten after ten minutes', async () => {
    let nowMs = 0;
    const embedded = await openTable({ now: () => nowMs });
    const increment = (token: string) =>
      embedded.client.send(
        new TransactWriteItemsCommand({
          ClientRequestToken: token,
          TransactItems: [
            {
              Update: {
                TableName: embedded.tableName,
                Key: { pk: { S: pk }, sk: { S: 'n' } },
                UpdateExpression: 'ADD n :v',
                ExpressionAttributeValues: { ':v': { N: '1' } },
              },
            },
          ],
        }),
      );
    await increment('token');
    nowMs = 10 * 60 * 1000 - 1;
    await increment('token');
    expect(await new Table(embedded, 't1').get({ pk, sk: 'n' })).toMatchObject({ n: 1 });
    nowMs += 1;
    await increment('token');
    expect(await new Table(embedded, 't1').get({ pk, sk: 'n' })).toMatchObject({ n: 2 });
    await embedded.close();
  });

  it('what it cannot do is refused by name', async () => {
    const { client, tableName, close } = await opened();
    const refused = { error: 'UnsupportedByEmbeddedTable' };
    const Item = { pk: { S: pk }, sk: { S: 'a' } };
    expect(await outcomeOf(client.send(new ListTablesCommand({})))).toEqual(refused);
    const TransactItems = [{ Put: { TableName: tableName, Item } }];
    const measured = { TransactItems, ReturnConsumedCapacity: 'TOTAL' as const };
    expect(await outcomeOf(client.send(new TransactWriteItemsCommand(measured)))).toEqual(refused);
    const comparesList = {
      TableName: tableName,
      Item,
      ConditionExpression: 'NOT l = :l',
      ExpressionAttributeValues: { ':l': { L: [] } },
    };
    expect(await outcomeOf(client.send(new PutItemCommand(comparesList)))).toEqual(refused);
    await close();
  });

  it.each([
    ['a filter', { FilterExpression: 'n = :v' }],
    ['a selection', { Select: 'COUNT' as const }],
  ])('%s of a query is refused by name', async (_what, setting) => {
    const { client, tableName, close } = await opened();
    const ExpressionAttributeValues = { ':pk': { S: pk } };
    const asked = { TableName: tableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues, ...setting };
    expect(await outcomeOf(client.send(new QueryCommand(asked)))).toEqual({ error: 'UnsupportedByEmbeddedTable' });
    await close();
  });
});

async function opened() {
  const embedded = await openTable();
  const { client, tableName } = embedded;
  return { client, tableName, close: () => embedded.close() };
}
