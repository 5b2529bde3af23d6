import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { readJson, writeJson } from '#domain/builds/json-blob.ts';
import type { BlobReader, BlobWriter } from '#domain/ports/blob-store.ts';
import type { ResultStatus, ResultSummary, StepAnswer, TestRun } from '#domain/runs/test-run.ts';
import { hashOf } from '#planner/intake/json/canonical-json.ts';
import type { Ground } from '#verifier/verdicts/ground-of.ts';

/** What was last seen of one journey against the current spec. */
export type JourneyState = {
  status: ResultStatus;
  verdict: string | null;
  reasonCode: string | null;
  /** What a pass rests on; null for anything else. */
  ground: Ground | null;
  runId: string;
  observedAt: string;
  /** What its steps were answered. Absent from states that were stored before they had it. */
  answers?: StepAnswer[];
  /** What the runs against the current spec have shown, by their start, newest first. */
  outcomes: Outcome[];
};

/** `observedAt`: when the run began; outcomes stored before they had it count as older than any other. */
type Outcome = { status: ResultStatus; commitId: string | null; observedAt?: string };

const keptOutcomes = 10;

/** Whether the newest outcome of a journey is flaky. */
export const isFlaky = ({ reasonCode, outcomes }: Pick<JourneyState, 'reasonCode' | 'outcomes'>): boolean => {
  const [newest, ...earlier] = outcomes;
  return newest !== undefined && isFlakyAmong(reasonCode, newest, earlier);
};

/** Another outcome at the same commit: what changed was not the code. Where no commit is named, only the run itself can tell. */
export const isFlakyAmong = (reasonCode: string | null, outcome: Outcome, others: Outcome[]): boolean => {
  const atCommit = others.filter(({ commitId }) => commitId !== null && commitId === outcome.commitId);
  const statuses = [outcome, ...atCommit].map(({ status }) => status);
  return reasonCode === 'FLAKY' || (statuses.includes('PASSED') && statuses.some(isUnrest));
};

/** A variable that was not set tells nothing about the API. */
const isUnrest = (status: ResultStatus): boolean => status === 'FAILED' || status === 'INCONCLUSIVE';

export type JourneyStates = Record<string, JourneyState>;

/** Stored under their hash, so that a state never changes under a reader; the feature's head says which one counts. */
export const readStates = async (blobs: BlobReader, scope: FeatureScope, hash: string | null): Promise<JourneyStates> =>
  hash === null ? {} : readJson<JourneyStates>(blobs, scope, blobKeys.journeyStates(scope, hash));

/** The hash under which the states lie as soon as they are `stored`. */
export const writeStates = (
  blobs: BlobWriter,
  scope: FeatureScope,
  states: JourneyStates,
): { hash: string; stored: Promise<void> } => {
  const hash = hashOf(states);
  return { hash, stored: writeJson(blobs, scope, blobKeys.journeyStates(scope, hash), states) };
};

/**
 * The newest observation of each journey by the start of its run wins, whichever run is told first; of two that began at the same
 * millisecond, the one told later. Journeys that the run left out keep theirs.
 */
export const withRun = (states: JourneyStates, run: TestRun, results: ResultSummary[]): JourneyStates => ({
  ...states,
  ...Object.fromEntries(
    results.map((result) => [result.journeyRef, stateAfter(states[result.journeyRef], run, result)]),
  ),
});

const stateAfter = (before: JourneyState | undefined, run: TestRun, result: ResultSummary): JourneyState => {
  const { status, verdict, reasonCode, ground, answers } = result;
  const isLate = before !== undefined && before.observedAt > run.startedAt;
  const earlier = before?.outcomes ?? [];
  const newer = Math.max(isLate ? 1 : 0, earlier.filter(({ observedAt = '' }) => observedAt > run.startedAt).length);
  const outcome = { status, commitId: run.commitId, observedAt: run.startedAt };
  const outcomes = earlier.toSpliced(newer, 0, outcome).slice(0, keptOutcomes);
  if (isLate) return { ...before, outcomes };
  const seen = { status, verdict, reasonCode, ground, ...(answers === undefined ? {} : { answers }) };
  return { ...seen, runId: run.runId, observedAt: run.startedAt, outcomes };
};
