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
  return { run, head };
};

test('a run is recorded once, whoever records it again', async () => {
  const scope = await newFeature();
  const record = await aRecord(scope);
  expect(await runs.record(scope, record, {})).toBe(true);
  const head = await ports['builds:read'].getHead(scope);
  expect(await runs.record(scope, { ...record, head }, {})).toBe(false);
  expect(await runs.find(scope, record.run.runId)).toEqual(record.run);
});

test('where the head has moved, nothing of the run is visible', async () => {
  const scope = await newFeature();
  const late = await aRecord(scope);
  expect(await runs.record(scope, await aRecord(scope), {})).toBe(true);
  expect(await runs.record(scope, late, {})).toBe(false);
  expect(await runs.find(scope, late.run.runId)).toBeUndefined();
  expect(await runs.isRecorded(scope, late.run.runId)).toBe(false);
  expect((await runs.findPage(scope, { descending: true, offset: 0, limit: 10 })).total).toBe(1);
});

test('a run belongs to its project: from another one neither it nor its results are seen', async () => {
  const scope = await newFeature();
  const record = await aRecord(scope);
  await runs.record(scope, record, {});
  const other = await newFeature(scope.tenantId);
  expect(await runs.find(other, record.run.runId)).toBeUndefined();
  expect(await runs.isRecorded(other, record.run.runId)).toBe(false);
});
