import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { RunRecord } from '#domain/ports/run-repository.ts';
import type { TestCaseResult, TestRun } from '#domain/runs/test-run.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../support/record-ports.ts';

const { ports, newFeature } = await openRecords();
const runs = ports['runs:write'];
const startedAt = '2026-01-01T00:00:00.000Z';

const aResult = (runId: string, testName: string): TestCaseResult => ({
  runId,
  testCaseId: systemRuntime.newId(),
  journeyRef: systemRuntime.newId(),
  testName,
  kind: 'create-read',
  status: 'PASSED',
  enforcement: 'ENFORCED',
  startedAt,
  endedAt: startedAt,
  durationMs: 0,
  verdict: null,
  reasonCode: null,
  uploadedVerdict: null,
  causedBy: null,
  flaky: false,
  evidence: [],
  stepTraces: [],
});

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
  return { run, results: [aResult(run.runId, 'One')], head };
};

/** Text that no compression makes smaller. */
const noise = (bytes: number): string => {
  let text = '';
  for (let block = 0; text.length < bytes; block++) text += createHash('sha512').update(String(block)).digest('base64');
  return text.slice(0, bytes);
};

test('results of the largest inline upload come back whole, in their order', async () => {
  const scope = await newFeature();
  const record = await aRecord(scope);
  const results = ['B', 'A', noise(2_900_000)].map((name) => aResult(record.run.runId, name));
  expect(await runs.record(scope, { ...record, results }, {})).toBe(true);
  expect(await runs.find(scope, record.run.runId)).toEqual(record.run);
  expect(await runs.listResults(scope, record.run.runId)).toEqual(results);
});

test('where the head has moved, nothing of the run is visible', async () => {
  const scope = await newFeature();
  const late = await aRecord(scope);
  expect(await runs.record(scope, await aRecord(scope), {})).toBe(true);
  expect(await runs.record(scope, late, {})).toBe(false);
  expect(await runs.find(scope, late.run.runId)).toBeUndefined();
  expect(await runs.listResults(scope, late.run.runId)).toBeUndefined();
  expect((await runs.findPage(scope, { descending: true, offset: 0, limit: 10 })).total).toBe(1);
});

test('a run belongs to its project: from another one neither it nor its results are seen', async () => {
  const scope = await newFeature();
  const record = await aRecord(scope);
  await runs.record(scope, record, {});
  const other = await newFeature(scope.tenantId);
  expect(await runs.find(other, record.run.runId)).toBeUndefined();
  expect(await runs.listResults(other, record.run.runId)).toBeUndefined();
});
