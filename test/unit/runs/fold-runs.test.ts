import { assert, asyncProperty, constantFrom, integer, record, shuffledSubarray, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { type JourneyStates, withRun } from '#domain/coverage/journey-states.ts';
import { type Before, foldRuns, type JudgedRun } from '#domain/runs/fold-runs.ts';
import type { ResultStatus, ResultSummary, TestRun } from '#domain/runs/test-run.ts';

const scope = mintScope.feature(mintScope.project(mintScope.workspace(mintScope.tenant('t'), 'w'), 'p'), 'f');
const [specHash, plansHash] = ['sha256:1', 'sha256:2'];
const journeys = ['a', 'b'];
const plans = {
  bundle: {
    plans: journeys.map((journeyId) => ({
      journeyId,
      name: journeyId,
      kind: 'crud',
      enforcement: 'ENFORCED',
      operations: [],
    })),
  },
  operations: [],
} as unknown as PlanDocument;
const empty: FeatureHead = {
  status: 'SPEC_PUBLISHED',
  specHash,
  envProvidedParams: [],
  latestBuildId: null,
  currentBuildId: null,
  currentPlans: { specHash, plansHash },
  latestRunId: null,
  latestRunStartedAt: null,
  journeyStatesHash: null,
  buildCount: 0,
  eventSequence: 0,
  version: 1,
};
const workbook = { journeys: [] } as never;
const beforeOf = (head: FeatureHead, states: JourneyStates): Before => ({
  head,
  standing: { states, waivers: [], workbook },
  plans: { hash: plansHash, plans },
});

const timeOf = (second: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + second * 1000).toISOString();
type Seen = Partial<Record<string, ResultStatus>>;
const aRun = (second: number, seen: Seen, spec = specHash): JudgedRun => ({
  run: { runId: `run-${second}`, startedAt: timeOf(second), specHash: spec, commitId: null } as TestRun,
  results: () =>
    Object.entries(seen).map(
      ([journeyRef, status]) =>
        ({
          journeyRef,
          status,
          verdict: null,
          reasonCode: null,
          ground: status === 'PASSED' ? 'VALUE' : null,
        }) as ResultSummary,
    ),
});

/** Runs that were recorded already, for the question which one was before. */
const portsWith = (recorded: TestRun[]) =>
  ({
    'runs:write': {
      findBefore: async (_scope: unknown, startedAt: string) =>
        recorded
          .filter((run) => run.startedAt <= startedAt)
          .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0],
    },
    'blobs:read': {},
  }) as unknown as Parameters<typeof foldRuns>[1];

const now = new Date('2026-02-01T00:00:00Z');

/** Folds group after group, as several recorders do. */
const foldAll = async (groups: JudgedRun[][]) => {
  let [head, states]: [FeatureHead, JourneyStates] = [empty, {}];
  const runs: TestRun[] = [];
  for (const group of groups) {
    const folded = await foldRuns(scope, portsWith(runs), beforeOf(head, states), group, now);
    [head, states] = [folded.head, folded.states];
    runs.push(...folded.runs);
  }
  return { head, states, runs };
};

const statuses = constantFrom<ResultStatus>('PASSED', 'FAILED', 'INCONCLUSIVE', 'SKIPPED');
const someRuns = uniqueArray(record({ second: integer({ min: 0, max: 500 }), a: statuses, b: statuses }), {
  selector: ({ second }) => second,
  minLength: 1,
  maxLength: 25,
});

describe('runs of one feature', () => {
  test('leave the same states and newest run in whatever order and groups they come', async () => {
    await assert(
      asyncProperty(
        someRuns.chain((all) => shuffledSubarray(all, { minLength: all.length }).map((mixed) => ({ all, mixed }))),
        integer({ min: 1, max: 19 }),
        async ({ all, mixed }, size) => {
          const toRuns = (list: typeof all) => list.map(({ second, a, b }) => aRun(second, { a, b }));
          const inOrder = await foldAll(toRuns(all.toSorted((l, r) => l.second - r.second)).map((run) => [run]));
          const grouped = toRuns(mixed);
          const groups = Array.from({ length: Math.ceil(grouped.length / size) }, (_, at) =>
            grouped.slice(at * size, (at + 1) * size),
          );
          const found = await foldAll(groups);
          expect(found.states).toEqual(inOrder.states);
          expect(found.head.latestRunId).toBe(inOrder.head.latestRunId);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  test('a failure takes VERIFIED away, although the run after it in the same group does not show it', async () => {
    const first = await foldAll([[aRun(1, { a: 'PASSED', b: 'PASSED' })]]);
    expect(first.head.status).toBe('VERIFIED');
    const { head, runs } = await foldAll([
      [aRun(1, { a: 'PASSED', b: 'PASSED' })],
      [aRun(3, { b: 'PASSED' }), aRun(2, { a: 'FAILED' })],
    ]);
    expect(head.status).toBe('SPEC_PUBLISHED');
    expect(runs.map(({ previousRunId }) => previousRunId)).toEqual([null, 'run-1', 'run-2']);
  });

  test('a run that comes late is compared with the one before it by time, and changes nothing that a newer one showed', async () => {
    const { head, runs } = await foldAll([
      [aRun(1, { a: 'PASSED' }), aRun(9, { a: 'PASSED', b: 'PASSED' })],
      [aRun(5, { a: 'FAILED' })],
    ]);
    const late = runs.find(({ runId }) => runId === 'run-5')!;
    expect(late.previousRunId).toBe('run-1');
    expect(head).toMatchObject({ latestRunId: 'run-9', status: 'VERIFIED' });
    const within = await foldAll([[aRun(9, { a: 'PASSED' })], [aRun(1, { a: 'PASSED' }), aRun(5, { a: 'PASSED' })]]);
    expect(within.runs.map(({ runId, previousRunId }) => [runId, previousRunId])).toEqual([
      ['run-9', null],
      ['run-1', null],
      ['run-5', 'run-1'],
    ]);
  });

  test('a run for an older spec is the newest run, and changes no state', async () => {
    const { head, states, runs } = await foldAll([[aRun(1, { a: 'FAILED' }, 'sha256:old')]]);
    expect([head.latestRunId, head.status, states, runs[0]!.counts]).toEqual(['run-1', 'SPEC_PUBLISHED', {}, false]);
  });
});

test('states that were stored before outcomes had a time stay older than what comes', () => {
  const old = {
    a: {
      status: 'PASSED',
      verdict: null,
      reasonCode: null,
      ground: 'VALUE',
      runId: 'old',
      observedAt: timeOf(5),
      outcomes: [{ status: 'PASSED', commitId: 'x' }],
    },
  } satisfies JourneyStates;
  const { run, results } = aRun(3, { a: 'FAILED' });
  const late = withRun(old, run, results());
  expect([late['a']!.status, late['a']!.outcomes.map(({ status }) => status)]).toEqual([
    'PASSED',
    ['PASSED', 'FAILED'],
  ]);
  const newer = aRun(7, { a: 'FAILED' });
  expect(withRun(old, newer.run, newer.results())['a']).toMatchObject({ status: 'FAILED', runId: 'run-7' });
});

test('a run of plans with another flow version than the current ones is kept and counts for nothing', async () => {
  const current = { ...plans, bundle: { ...plans.bundle, flowVersion: '2' } } as PlanDocument;
  const before = { ...beforeOf(empty, {}), plans: { hash: plansHash, plans: current } };
  const ofFlow = (flowVersion: string | undefined, second: number): JudgedRun => {
    const { run, results } = aRun(second, { a: 'PASSED' });
    return { run: flowVersion === undefined ? run : { ...run, flowVersion }, results };
  };
  const { runs, states } = await foldRuns(scope, portsWith([]), before, [ofFlow('1', 1)], now);
  expect([runs.map(({ counts }) => counts), states]).toEqual([[false], {}]);
  const counted = await foldRuns(scope, portsWith([]), before, [ofFlow('2', 1), ofFlow(undefined, 2)], now);
  expect(counted.runs.map(({ counts }) => counts)).toEqual([true, true]);
});
