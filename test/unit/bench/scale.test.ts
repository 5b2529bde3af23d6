import { existsSync, readFileSync } from 'node:fs';
import { PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { assess, exceeded, limits } from '../../../bench/scale/assess.ts';
import { activityNames, type Trace } from '../../../bench/scale/record-trace.ts';
import { pageOf } from '../../../bench/scale/scale-page.ts';
import { simulateMatrix, simulatePeak } from '../../../bench/scale/simulate.ts';
import { familyOf, TableRecorder } from '../../../bench/scale/table-load.ts';
import { openTable } from '../../../local/table/open-table.ts';

const trace = JSON.parse(readFileSync('bench/scale/trace.json', 'utf8')) as Trace;

test('docs/scale.md has the tables of the kept trace; `npm run bench -- scale --write` writes them', () => {
  expect(readFileSync('docs/scale.md', 'utf8')).toBe(pageOf(trace));
});

test('each limit names a page of AWS or a file of ours, and what lifts it', () => {
  for (const { name, source, lift } of limits) {
    expect(source.startsWith('https://docs.aws.amazon.com/') || existsSync(source), name).toBe(true);
    expect(lift, name).not.toBe('');
  }
});

test('every limit has a load at every step, and loads grow with tenants', () => {
  const [small, large] = [assess(trace, 10), assess(trace, 10_000)];
  expect(Object.keys(small.loads).toSorted()).toEqual(limits.map(({ id }) => id).toSorted());
  for (const { id } of limits) expect(large.loads[id]!, id).toBeGreaterThan(small.loads[id]!);
  expect(exceeded(small)).toEqual([]);
});

/** A trace in which a run alone writes, so much of one key. */
const writing = (partition: string, writeUnits: number): Trace => {
  const activity = { requests: [], jobs: [], inserted: {}, storedBytes: 0, touches: [] };
  const quiet = Object.fromEntries(activityNames.map((name) => [name, activity])) as unknown as Trace;
  return { ...quiet, run: { ...activity, touches: [{ store: 'table', partition, readUnits: 0, writeUnits }] } };
};

test('a key that all tenants share takes the load of all, a key of a tenant that of one', () => {
  const [shared] = simulatePeak(writing('OPEN#EVENT', 10), 100_000);
  const [own] = simulatePeak(writing('T#{tenant}', 10), 100_000);
  // 41.7 runs a second of 10 units each, and a tenth of them by one tenant.
  expect(shared!.share).toBeGreaterThan(0.417);
  expect(own!.share).toBeGreaterThan(0.04);
  expect(own!.share).toBeLessThan(shared!.share / 2);
  const [sharded] = simulatePeak(writing('OPEN#EVENT#{shard}', 10), 100_000);
  expect(sharded!.share).toBeLessThan(shared!.share / 2);
  expect(simulateMatrix(writing('T#{tenant}', 10), 60).share).toBeCloseTo(0.6);
});

test('the same seed plays the same', () => {
  expect(simulatePeak(trace, 1000, 60, 7)).toEqual(simulatePeak(trace, 1000, 60, 7));
  expect(simulatePeak(trace, 1000, 60, 7)).not.toEqual(simulatePeak(trace, 1000, 60, 8));
});

const tenantId = '0190c1b2-0000-7000-8000-000000000001';
const item = (bytes: number) => ({
  pk: { S: `T#${tenantId}#OUT` },
  sk: { S: '1' },
  gsi1pk: { S: 'OPEN#EVENT' },
  gsi1sk: { S: '1' },
  type: { S: 'VERIFIER_STATUS_UPDATE' },
  text: { S: 'x'.repeat(bytes) },
});

test('writes cost a unit for each KB, in the table and its index, and twice in a transaction of the table', async () => {
  const table = await openTable();
  const recorder = new TableRecorder(table);
  await table.client.send(new PutItemCommand({ TableName: table.tableName, Item: item(1500) }));
  const first = recorder.take();
  expect(first.inserted).toEqual({ VERIFIER_STATUS_UPDATE: 1 });
  expect(first.touches).toEqual([
    { store: 'index', partition: 'OPEN#EVENT', readUnits: 0, writeUnits: 2 },
    { store: 'table', partition: 'T#{tenant}#OUT', readUnits: 0, writeUnits: 2 },
  ]);
  const put = { Put: { TableName: table.tableName, Item: item(10) } };
  await table.client.send(new TransactWriteItemsCommand({ TransactItems: [put] }));
  expect(recorder.take().touches).toEqual([
    { store: 'table', partition: 'T#{tenant}#OUT', readUnits: 0, writeUnits: 4 },
    // The place in the index stays; the larger image counts.
    { store: 'index', partition: 'OPEN#EVENT', readUnits: 0, writeUnits: 2 },
  ]);
  await table.close();
});

test('keys are told by their kind', () => {
  expect(familyOf(`T#${tenantId}#P#${tenantId}#RUN`)).toBe('T#{tenant}#P#{project}#RUN');
  expect(familyOf(`PAT#${'a'.repeat(64)}`)).toBe('PAT#{digest}');
  expect(familyOf('AUDIT#2026-11-29T07')).toBe('AUDIT#{hour}');
  expect(familyOf('OPEN#EVENT#a')).toBe('OPEN#EVENT#{shard}');
});
