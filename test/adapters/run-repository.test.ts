import { expect, test } from 'vitest';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { RunRecord } from '#domain/ports/run-repository.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../support/record-ports.ts';

const { ports, newFeature } = await openRecords();
const runs = ports['runs:write'];
const startedAt = '2026-01-01T00:00:00.000Z';

const aRun = (scope: FeatureScope): TestRun => ({
  runId: systemRuntime.newId(),
  tenantId: scope.tenantId,
  projectId: scope.projectId,
  featureId: scope.featureId,
  status: 'COMPLETED',
  startedAt,
  completedAt: startedAt,
  durationMs: 0,
  totalTests: 1,
  passed: 1,
  failed: 0,
  skipped: 0,
  inconclusive: 0,
  branch: null,
  commitId: null,
  imageTag: null,
  baseUrl: null,
  specHash: 'sha256:0',
  counts: true,
  previousRunId: null,
  recordedAt: startedAt,
});

const aRecord = async (scope: FeatureScope): Promise<RunRecord> => {
  const run = aRun(scope);
  const head = await ports['builds:read'].getHead(scope);
  return { runs: [run], head, mayWait: false };
};

test('a run is recorded once, whoever records it again', async () => {
  const scope = await newFeature();
  const record = await aRecord(scope);
  expect(await runs.record(scope, record, {})).toBe(true);
  const head = await ports['builds:read'].getHead(scope);
  expect(await runs.record(scope, { ...record, head }, {})).toBe(false);
  expect(await runs.find(scope, record.runs[0]!.runId)).toEqual(record.runs[0]);
});

test('where the head has moved, nothing of the run is visible', async () => {
  const scope = await newFeature();
  const late = await aRecord(scope);
  expect(await runs.record(scope, await aRecord(scope), {})).toBe(true);
  expect(await runs.record(scope, late, {})).toBe(false);
  expect(await runs.find(scope, late.runs[0]!.runId)).toBeUndefined();
  expect(await runs.isRecorded(scope, late.runs[0]!.runId)).toBe(false);
  expect((await runs.findPage(scope, { descending: true, offset: 0, limit: 10 })).total).toBe(1);
});

test('a run belongs to its project: from another one neither it nor its results are seen', async () => {
  const scope = await newFeature();
  const record = await aRecord(scope);
  await runs.record(scope, record, {});
  const other = await newFeature(scope.tenantId);
  expect(await runs.find(other, record.runs[0]!.runId)).toBeUndefined();
  expect(await runs.isRecorded(other, record.runs[0]!.runId)).toBe(false);
});

test('a run that waits is shown by nothing, and recorded with others in one transaction it waits no more', async () => {
  const scope = await newFeature();
  const waiting = [aRun(scope), aRun(scope)];
  for (const run of waiting) expect(await runs.append(scope, run, {})).toBe(true);
  expect(await runs.append(scope, waiting[0]!, {})).toBe(false);
  expect(await runs.listWaiting(scope)).toEqual(waiting);
  expect(await runs.find(scope, waiting[0]!.runId)).toBeUndefined();
  expect((await runs.findPage(scope, { descending: true, offset: 0, limit: 10 })).total).toBe(0);
  const head = await ports['builds:read'].getHead(scope);
  expect(await runs.record(scope, { runs: waiting, head, mayWait: true }, {})).toBe(true);
  expect(await runs.listWaiting(scope)).toEqual([]);
  expect(await runs.isWaiting(scope, waiting[1]!.runId)).toBe(false);
  expect((await runs.findPage(scope, { descending: true, offset: 0, limit: 10 })).total).toBe(2);
  expect(await runs.append(scope, waiting[0]!, {})).toBe(false);
});

test("the run before a time is the feature's own, however many others lie between", async () => {
  const scope = await newFeature();
  const at = (minutes: number): string => new Date(Date.parse(startedAt) + minutes * 60_000).toISOString();
  const recordAt = async (owner: FeatureScope, time: string, count: number): Promise<string> => {
    const all = Array.from({ length: count }, () => ({ ...aRun(owner), startedAt: time }));
    const head = await ports['builds:read'].getHead(scope);
    expect(await runs.record(scope, { runs: all, head, mayWait: false }, {})).toBe(true);
    return all[0]!.runId;
  };
  const other = { ...scope, featureId: systemRuntime.newId() } as FeatureScope;
  const own = await recordAt(scope, at(1), 1);
  for (let times = 0; times < 6; times++) await recordAt(other, at(2 + times), 19);
  const newer = await recordAt(scope, at(60), 1);
  expect(await runs.findBefore(scope, at(59))).toMatchObject({ runId: own, startedAt: at(1) });
  expect(await runs.findBefore(scope, at(60))).toMatchObject({ runId: newer });
  expect(await runs.findBefore(scope, at(0))).toBeUndefined();
});
