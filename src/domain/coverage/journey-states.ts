import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { readJson, writeJson } from '#domain/builds/json-blob.ts';
import type { BlobReader, BlobWriter } from '#domain/ports/blob-store.ts';
import type { ResultStatus, ResultSummary, TestRun } from '#domain/runs/test-run.ts';
import { hashOf } from '#planner/spec/canonical-json.ts';

/** What was last seen of one journey against the current spec. */
export type JourneyState = {
  status: ResultStatus;
  verdict: string | null;
  reasonCode: string | null;
  runId: string;
  observedAt: string;
  /** What the runs against the current spec have shown, newest first. */
  outcomes: { status: ResultStatus; commitId: string | null }[];
};

const keptOutcomes = 10;

/** Another outcome at the same commit: what changed was not the code. Where no commit is named, only the run itself can tell. */
export const isFlaky = ({ reasonCode, outcomes }: Pick<JourneyState, 'reasonCode' | 'outcomes'>): boolean => {
  const [newest, ...earlier] = outcomes;
  const atCommit = earlier.filter(({ commitId }) => commitId !== null && commitId === newest?.commitId);
  const hasPassed = [newest, ...atCommit].some((outcome) => outcome?.status === 'PASSED');
  return reasonCode === 'FLAKY' || (hasPassed && [newest, ...atCommit].some((outcome) => isUnrest(outcome?.status)));
};

/** A variable that was not set tells nothing about the API. */
const isUnrest = (status: ResultStatus | undefined): boolean => status === 'FAILED' || status === 'INCONCLUSIVE';

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

/** The newest observation of each journey wins; journeys that the run left out keep theirs. */
export const withRun = (states: JourneyStates, run: TestRun, results: ResultSummary[]): JourneyStates => ({
  ...states,
  ...Object.fromEntries(
    results.map((result) => [result.journeyRef, stateAfter(states[result.journeyRef], run, result)]),
  ),
});

const stateAfter = (before: JourneyState | undefined, run: TestRun, result: ResultSummary): JourneyState => {
  const { status, verdict, reasonCode } = result;
  const outcomes = [{ status, commitId: run.commitId }, ...(before?.outcomes ?? [])].slice(0, keptOutcomes);
  return { status, verdict, reasonCode, runId: run.runId, observedAt: run.startedAt, outcomes };
};
