import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { countRuns, runPut } from '#adapters/dynamodb/run-items.ts';
import { RunPages } from '#adapters/dynamodb/run-pages.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openTable } from '../local/table/open-table.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

const pageSize = 10;
const perTransaction = 90;
/** The ms between two runs if a million are spread over a year. Fewer runs are as close together. */
const msPerRun = (365 * 86_400_000) / 1_000_000;
const end = Date.parse('2026-11-01T00:00:00Z');

export const flags = ['--runs='];

/**
 * Reads the first, the last and two inner pages of 1,000,000 runs of one year (`--runs=N` for fewer). Counts the reads
 * of each page on the embedded engine, without authentication, and checks that the page is right.
 */
export const run = async (flags: string[]): Promise<Figure[]> => {
  const asked = flags.find((flag) => flag.startsWith('--runs='))?.slice('--runs='.length);
  const count = Number(asked ?? 1_000_000);
  // A million runs do not fit in memory.
  const directory = mkdtempSync(join(tmpdir(), 'bench-deep-page-'));
  const table = await openTable({ directory });
  const tables = connectTable(table);
  const ids = [systemRuntime.newId(), systemRuntime.newId(), systemRuntime.newId()] as const;
  const scope = mintScope.project(mintScope.workspace(mintScope.tenant(ids[0]), ids[1]), ids[2]);
  const next = steps();
  const order: string[] = [];
  const starts: Pick<TestRun, 'startedAt' | 'status' | 'recordedAt'>[] = [];
  for (let from = 0; from < count; from += perTransaction) {
    const runs = Array.from({ length: Math.min(perTransaction, count - from) }, () =>
      aRun(ids, next(), count * msPerRun),
    );
    await tables(scope.tenantId).transact(runs.map((each) => runPut(scope, each)));
    for (const { startedAt, runId } of runs) order.push(`${startedAt}#${runId}`);
    for (const { startedAt, status, recordedAt } of runs) starts.push({ startedAt, status, recordedAt });
  }
  for (const write of countRuns(scope, starts)) await tables(scope.tenantId).transact([write]);
  order.sort();
  order.reverse();
  const cost = countReads(table.client);
  const figures: Figure[] = [];
  for (const page of [1, Math.floor(count / 4 / pageSize), Math.floor(count / 2 / pageSize), count / pageSize]) {
    const [before, started] = [{ ...cost }, performance.now()];
    const offset = (page - 1) * pageSize;
    const found = await new RunPages(tables).find(scope, { descending: true, offset, limit: pageSize });
    const wrong = found.runs.filter(({ startedAt, runId }, index) => order[offset + index] !== `${startedAt}#${runId}`);
    const name = `page ${page} of ${count} runs`;
    figures.push(
      atMost(`${name}: read units`, cost.units - before.units, 10, 'RRU'),
      atMost(`${name}: calls`, cost.calls - before.calls, 3, ''),
      atMost(`${name}: runs out of place`, wrong.length + (found.total === count ? 0 : 1), 0, ''),
      atMost(`${name}: time`, performance.now() - started, Number.POSITIVE_INFINITY, 'ms'),
    );
  }
  await table.close();
  rmSync(directory, { recursive: true });
  return figures;
};

/** A generator of repeatable numbers from 0 to 1. */
const steps = (): (() => number) => {
  let state = 88172645463325252n;
  return () => {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return Number(state >> 11n) / 2 ** 53;
  };
};

const aRun = ([tenantId, , projectId]: readonly [string, string, string], at: number, spanMs: number): TestRun => {
  const startedAt = new Date(end - Math.floor(at * spanMs)).toISOString();
  return {
    runId: systemRuntime.newId(),
    tenantId,
    projectId,
    featureId: projectId,
    status: at < 0.8 ? 'COMPLETED' : 'FAILED',
    startedAt,
    completedAt: startedAt,
    durationMs: 12_345,
    totalTests: 20,
    passed: 18,
    failed: 1,
    skipped: 1,
    inconclusive: 0,
    branch: 'main',
    commitId: 'c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff',
    imageTag: null,
    baseUrl: 'https://staging.example.com',
    specHash: `sha256:${'0'.repeat(64)}`,
    counts: true,
    previousRunId: projectId,
    recordedAt: startedAt,
  };
};

/** Counts read units: one per 4 KB of whole items, for consistent reads. The embedded engine does not report units. */
const countReads = (client: DynamoDBClient): { units: number; calls: number } => {
  const cost = { units: 0, calls: 0 };
  client.middlewareStack.add(
    (nextCall) => async (args) => {
      const result = await nextCall(args);
      const { Items = [], Item } = result.output as { Items?: object[]; Item?: object };
      const bytes = [...Items, ...(Item ? [Item] : [])].reduce((sum, item) => sum + sizeOf(item), 0);
      cost.units += Math.max(1, Math.ceil(bytes / 4096));
      cost.calls += 1;
      return result;
    },
    { step: 'initialize', name: 'countReads' },
  );
  return cost;
};

/** Bytes of an item as DynamoDB counts them: names and values; a number takes about half its digits. */
const sizeOf = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const [[type, held]] = Object.entries(value as object) as [[string, unknown]];
    const text = String(held);
    return sum + Buffer.byteLength(name) + (type === 'N' ? Math.ceil(text.length / 2) + 1 : Buffer.byteLength(text));
  }, 0);
