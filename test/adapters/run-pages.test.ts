import { expect, test } from 'vitest';
import type { ProjectScope } from '#domain/access/scope.ts';
import { countRuns, runPut } from '#adapters/dynamodb/run-items.ts';
import { RunPages } from '#adapters/dynamodb/run-pages.ts';
import type { RunQuery } from '#domain/ports/run-repository.ts';
import type { RunStatus, TestRun } from '#domain/runs/test-run.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../support/record-ports.ts';

const { tables, newFeature } = await openRecords();
const pages = new RunPages(tables);

/** Reproducible. */
const random = (seed: number) => () => {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
  return (((seed ^ (seed >>> 13)) >>> 0) % 1_000_003) / 1_000_003;
};

const write = async (scope: ProjectScope, startedAt: string, status: RunStatus, runId = systemRuntime.newId()) => {
  const run = { runId, startedAt, status, recordedAt: startedAt } as TestRun;
  await tables(scope.tenantId).transact([runPut(scope, run), ...countRuns(scope, [run])]);
  return run;
};

/** What every answer must be: all runs looked at, one by one. */
const scanned = (all: readonly TestRun[], { status, after, before, descending, offset, limit }: RunQuery) => {
  const wanted = all
    .filter((run) => status === undefined || run.status === status)
    .filter(({ startedAt }) => after === undefined || Date.parse(startedAt) > after)
    .filter(({ startedAt }) => before === undefined || Date.parse(startedAt) < before)
    .toSorted((a, b) => (`${a.startedAt}#${a.runId}` < `${b.startedAt}#${b.runId}` ? -1 : 1));
  const inOrder = descending ? wanted.toReversed() : wanted;
  return { runs: inOrder.slice(offset, offset + limit), total: wanted.length };
};

const statuses = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED', 'RUNNING'] as const;
const oneOf = <T>(next: () => number, all: readonly T[]): T => all[Math.floor(next() * all.length)]!;

/** Times that meet every edge: clusters, ends of quarters, days, months and years, the same moment twice. */
const times = (next: () => number, count: number): string[] => {
  const anchors = [
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-31T23:45:00.000Z',
    '2026-02-10T12:14:59.999Z',
  ];
  const spans = [0, 1, 2000, 20 * 60_000, 30 * 3_600_000, 90 * 86_400_000];
  return Array.from({ length: count }, () =>
    new Date(Date.parse(oneOf(next, anchors)) + Math.floor((next() - 0.5) * 2 * oneOf(next, spans))).toISOString(),
  );
};

test('any page under any filter, in both directions, is what a look at every run finds', async () => {
  let compared = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const next = random(seed * 7919);
    const scope = await newFeature();
    const all: TestRun[] = [];
    for (const startedAt of times(next, 20 * seed * seed))
      all.push(await write(scope, startedAt, oneOf(next, statuses)));
    const moments = [...all.map(({ startedAt }) => Date.parse(startedAt)), Date.parse('2026-01-01T00:15:00Z')];
    const moment = (): number | undefined =>
      next() < 0.5 ? undefined : oneOf(next, moments) + oneOf(next, [-1, 0, 1]);
    for (let turn = 0; turn < 120; turn++) {
      const query: RunQuery = {
        status: next() < 0.6 ? undefined : oneOf(next, statuses),
        after: moment(),
        before: moment(),
        descending: next() < 0.5,
        offset: Math.floor(next() * all.length * 1.1),
        limit: oneOf(next, [0, 1, 3, 10, 100]),
      };
      expect(await pages.find(scope, query), `${seed} ${JSON.stringify(query)}`).toEqual(scanned(all, query));
      compared += 1;
    }
  }
  expect(compared).toBe(720);
}, 120_000);

test('all pages one after the other hold every run once, at any size', async () => {
  const next = random(42);
  const scope = await newFeature();
  const all: TestRun[] = [];
  for (const startedAt of times(next, 150)) all.push(await write(scope, startedAt, oneOf(next, statuses)));
  for (const limit of [1, 7, 10, 100]) {
    const seen: string[] = [];
    for (let offset = 0; offset < all.length; offset += limit) {
      const { runs } = await pages.find(scope, { descending: true, offset, limit });
      seen.push(...runs.map(({ runId }) => runId));
    }
    expect(seen).toEqual(scanned(all, { descending: true, offset: 0, limit: 1000 }).runs.map(({ runId }) => runId));
  }
});

test('the wrong total of a planted fault in the counters is noticed rather than answered with', async () => {
  const scope = await newFeature();
  await write(scope, '2026-01-05T13:47:00.000Z', 'COMPLETED');
  await tables(scope.tenantId).transact(
    countRuns(scope, [
      { startedAt: '2026-01-05T14:00:00.000Z', status: 'COMPLETED', recordedAt: '2026-01-05T14:00:00.000Z' },
    ]).slice(0, 1),
  );
  await expect(pages.find(scope, { descending: false, offset: 1, limit: 1 })).rejects.toThrow('do not agree');
});
