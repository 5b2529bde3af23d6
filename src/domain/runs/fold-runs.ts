import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { coverageOf } from '#domain/coverage/coverage-rules.ts';
import type { Standing } from '#domain/coverage/current-coverage.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { type JourneyStates, withRun } from '#domain/coverage/journey-states.ts';
import { counts as isInForce } from '#domain/coverage/waiver-rules.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { RunPlace, RunWriter } from '#domain/ports/run-repository.ts';
import type { KnownPlans } from './plans-of-all.ts';
import { statusAfter } from './run-rules.ts';
import type { ResultSummary, TestRun } from './test-run.ts';

type Ports = { 'runs:write': RunWriter; 'blobs:read': BlobReader };

/** A run and its results; results are asked for when its turn comes. */
export type JudgedRun = { run: TestRun; results: () => ResultSummary[] };

/** What is at hand: where the feature stood with `head`, and plans, whichever spec they are of. */
export type Before = { head: FeatureHead; standing: Standing; plans: KnownPlans | undefined };

export type Folded = { head: FeatureHead; states: JourneyStates; runs: TestRun[] };

/**
 * What the runs mean for the feature, one after the other by their start (decision record 0103): its newest run, the states of its
 * journeys and its status after each of them. `runs` are as they are to be stored: whether they count, and the run before. A run for an older
 * spec or flow version changes no state.
 */
export const foldRuns = async (
  scope: FeatureScope,
  ports: Ports,
  { head: before, standing, plans: known }: Before,
  judged: readonly JudgedRun[],
  now: Date,
): Promise<Folded> => {
  const inOrder = judged.toSorted((left, right) => compareTexts(left.run.startedAt, right.run.startedAt));
  const isOfSpec = ({ specHash }: TestRun): boolean => specHash === before.specHash;
  const plans = inOrder.some(({ run }) => isOfSpec(run)) ? await currentPlans(scope, before, ports, known) : undefined;
  const current = plans?.bundle.flowVersion;
  const counts = (run: TestRun): boolean =>
    isOfSpec(run) && (run.flowVersion ?? current) === (current ?? run.flowVersion);
  const waivers = standing.waivers.filter((waiver) => isInForce(waiver, now));
  let { head, states } = { head: before, states: standing.states };
  const runs: TestRun[] = [];
  for (const { run: stored, results } of inOrder) {
    const previous = await runBefore(scope, ports, head, runs.at(-1), stored.startedAt);
    const run = {
      ...stored,
      counts: counts(stored),
      previousRunId: previous?.runId ?? null,
      recordedAt: now.toISOString(),
    };
    runs.push(run);
    head = withLatest(head, run);
    if (!run.counts) continue;
    states = withRun(states, run, results());
    head = { ...head, status: statusAfter(coverageOf(plans, states, waivers, standing.workbook)) };
  }
  return { head, states, runs };
};

const compareTexts = (left: string, right: string): number => {
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

const withLatest = (head: FeatureHead, { runId, startedAt }: TestRun): FeatureHead =>
  isLate(head, startedAt) ? head : { ...head, latestRunId: runId, latestRunStartedAt: startedAt };

/** Heads that were written before they told when their newest run began take any run for newer. */
const isLate = ({ latestRunStartedAt }: FeatureHead, startedAt: string): boolean =>
  latestRunStartedAt !== null && latestRunStartedAt > startedAt;

/** The run before by the start: the one folded just before, or one recorded earlier. */
const runBefore = async (
  scope: FeatureScope,
  ports: Ports,
  head: FeatureHead,
  folded: RunPlace | undefined,
  startedAt: string,
): Promise<{ runId: string } | undefined> => {
  if (!isLate(head, startedAt)) return head.latestRunId === null ? undefined : { runId: head.latestRunId };
  const recorded = await ports['runs:write'].findBefore(scope, startedAt);
  if (folded === undefined || recorded === undefined) return folded ?? recorded;
  return folded.startedAt >= recorded.startedAt ? folded : recorded;
};
