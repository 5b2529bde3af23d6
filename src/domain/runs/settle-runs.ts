import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { readStanding } from '#domain/coverage/current-coverage.ts';
import { writeStates } from '#domain/coverage/journey-states.ts';
import { pauseBeforeRetry } from '#domain/pause-before-retry.ts';
import type { BlobReader, BlobWriter } from '#domain/ports/blob-store.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import type { RunWriter } from '#domain/ports/run-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { WaiverReader } from '#domain/ports/waiver-repository.ts';
import type { WorkbookReader } from '#domain/ports/workbook-repository.ts';
import { type Folded, foldRuns } from './fold-runs.ts';
import { ResultFile } from './result-file.ts';
import type { TestRun } from './test-run.ts';

type Ports = {
  'builds:read': BuildReader;
  'runs:write': RunWriter;
  'blobs:read': BlobReader;
  'blobs:write': BlobWriter;
  'waivers:read': WaiverReader;
  'workbooks:read': WorkbookReader;
};

/** Where nobody has counted a run that waited for so long, whoever had begun to is taken for dead. */
const patienceMs = 5_000;
/** The function has 29 s for all of it. */
const longestMs = 20_000;

/**
 * Waits until the run is counted for its feature (decision record 0103). The first of those that wait counts them all, so that nobody else
 * need do it. Throws DEPENDENCY_UNAVAILABLE when that takes longer than 20 s; then the sweep counts it.
 */
export const settle = async (scope: FeatureScope, ports: Ports, runtime: Runtime, runId: string): Promise<void> => {
  const runs = ports['runs:write'];
  const began = runtime.now().getTime();
  const waitedMs = (): number => runtime.now().getTime() - began;
  let isFirst = (await runs.listWaiting(scope))[0]?.runId === runId;
  for (let tries = 1; waitedMs() < longestMs; tries++) {
    if (isFirst) await foldAllWaiting(scope, ports, runtime);
    else await pauseBeforeRetry(runtime, tries);
    if (!(await runs.isWaiting(scope, runId))) return;
    isFirst ||= waitedMs() > patienceMs;
  }
  throw new ServiceError(
    'DEPENDENCY_UNAVAILABLE',
    'The run is stored, and counts in some minutes: too many runs of this feature came at once. Do not send it again.',
  );
};

/** Counts every run that waits, for as long as others have patience. */
const foldAllWaiting = async (scope: FeatureScope, ports: Ports, runtime: Runtime): Promise<void> => {
  const began = runtime.now().getTime();
  for (let tries = 1; runtime.now().getTime() - began < patienceMs;) {
    const waiting = await ports['runs:write'].listWaiting(scope);
    if (waiting.length === 0) return;
    if (await foldWaiting(scope, ports, runtime, waiting)) tries = 1;
    else await pauseBeforeRetry(runtime, tries++);
  }
};

/** Counts runs that wait, at most as many as are recorded at once, for their feature. False: somebody else changed it meanwhile. */
export const foldWaiting = async (
  scope: FeatureScope,
  ports: Ports,
  runtime: Runtime,
  waiting: readonly TestRun[],
): Promise<boolean> => {
  const head = await ports['builds:read'].getHead(scope);
  const [standing, judged] = await Promise.all([
    readStanding(scope, head, ports),
    Promise.all(waiting.map((run) => judgedRun(scope, ports, run))),
  ]);
  const before = { head, standing, plans: undefined };
  const folded = await foldRuns(scope, ports, before, judged, runtime.now());
  const { head: after, stored } = storeStates(scope, ports, folded);
  await stored;
  return ports['runs:write'].record(scope, { head: after, runs: folded.runs, mayWait: true }, {});
};

/** The head that names the states, and when they are stored; where no run counts, they stay what they were. */
export const storeStates = (
  scope: FeatureScope,
  ports: Pick<Ports, 'blobs:write'>,
  { head, states, runs }: Folded,
): { head: FeatureHead; stored: Promise<void> } => {
  if (!runs.some(({ counts }) => counts)) return { head, stored: Promise.resolve() };
  const { hash, stored } = writeStates(ports['blobs:write'], scope, states);
  return { head: { ...head, journeyStatesHash: hash }, stored };
};

/** Its results were stored before it was. */
const judgedRun = async (scope: FeatureScope, ports: Ports, run: TestRun) => {
  const key = blobKeys.results(scope, run.runId);
  const content = await ports['blobs:read'].read(scope, key);
  if (content === undefined) throw new Error(`The stored results ${key} are missing.`);
  return { run, results: () => new ResultFile(content).results };
};
