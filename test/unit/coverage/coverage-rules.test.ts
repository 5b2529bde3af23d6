import { expect, test } from 'vitest';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { type Coverage, coverageOf } from '#domain/coverage/coverage-rules.ts';
import type { JourneyState, JourneyStates } from '#domain/coverage/journey-states.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { Workbook, WorkbookJourney } from '#domain/ports/workbook-repository.ts';
import type { ResultStatus } from '#domain/runs/test-run.ts';

const none: Workbook = { journeys: [], version: 0 };

type Sketch = { id: string; enforcement?: 'ENFORCED' | 'OBSERVED'; operations?: string[]; personas?: string[] };

const plansOf = (sketches: Sketch[], operations: string[] = []): PlanDocument =>
  ({
    bundle: {
      plans: sketches.map(({ id, enforcement = 'ENFORCED', operations: called = [], personas = [] }) => ({
        journeyId: id,
        name: id,
        kind: 'create-read',
        enforcement,
        operations: called,
        personas,
      })),
    },
    dropped: [],
    operations,
  }) as unknown as PlanDocument;

const state = (status: ResultStatus): JourneyState => ({
  status,
  verdict: null,
  reasonCode: null,
  runId: 'r',
  observedAt: '2026-01-01T00:00:00.000Z',
  outcomes: [{ status, commitId: null }],
});

test.each<[ResultStatus | undefined, string | undefined]>([
  [undefined, 'executableButNotObserved'],
  ['SKIPPED', 'observedButInconclusive'],
  ['INCONCLUSIVE', 'observedButInconclusive'],
  ['FAILED', 'decisiveFailures'],
  ['PASSED', undefined],
])('an ENFORCED journey that ended %s is in %s, and blocks unless it passed', (status, bucket) => {
  const states: JourneyStates = status === undefined ? {} : { a: state(status) };
  const { lifecycleBlocking, flowGaps: _gaps, ...buckets } = coverageOf(plansOf([{ id: 'a' }]), states, [], none);
  for (const [name, journeys] of Object.entries(buckets)) expect(journeys).toHaveLength(name === bucket ? 1 : 0);
  expect(lifecycleBlocking).toBe(bucket !== undefined);
});

test('an OBSERVED journey is shown in its bucket and blocks nothing', () => {
  const plans = plansOf([{ id: 'a', enforcement: 'OBSERVED' }, { id: 'b' }]);
  const coverage = coverageOf(plans, { a: state('FAILED'), b: state('PASSED') }, [], none);
  expect(coverage.decisiveFailures.map(({ journeyId }) => journeyId)).toEqual(['a']);
  expect(coverage.lifecycleBlocking).toBe(false);
});

test('operations that no journey calls are gaps, in the order of the spec', () => {
  const plans = plansOf([{ id: 'a', operations: ['list', 'make'] }], ['get', 'list', 'make', 'take']);
  expect(coverageOf(plans, {}, [], none).flowGaps).toEqual([{ operation: 'get' }, { operation: 'take' }]);
});

test('what was seen of journeys that are planned no more does not count', () => {
  expect(
    coverageOf(plansOf([{ id: 'b' }]), { a: state('FAILED'), b: state('PASSED') }, [], none).lifecycleBlocking,
  ).toBe(false);
});

test('without plans the feature stays blocked', () => {
  expect(coverageOf(undefined, { a: state('PASSED') }, [], none).lifecycleBlocking).toBe(true);
});

test('a waived journey is in no bucket but its own and blocks nothing, whatever was seen of it', () => {
  const waiver = { journeyId: 'a', reason: 'known' } as Waiver;
  const plans = plansOf([{ id: 'a' }, { id: 'b' }]);
  const waived = coverageOf(plans, { a: state('FAILED'), b: state('PASSED') }, [waiver], none);
  expect(waived).toMatchObject({ decisiveFailures: [], lifecycleBlocking: false });
  expect(waived.waivedManual).toEqual([expect.objectContaining({ journeyId: 'a', runId: 'r', waiver })]);
  expect(coverageOf(plans, { b: state('FAILED') }, [waiver], none)).toMatchObject({ lifecycleBlocking: true });
  expect(coverageOf(plansOf([{ id: 'b' }]), {}, [waiver], none).waivedManual).toEqual([]);
});

const journey = (more: Partial<WorkbookJourney>, ...operations: (string | null)[]): Workbook => ({
  journeys: [
    {
      id: 'w',
      name: 'w',
      description: null,
      persona: null,
      enforcement: 'ENFORCED',
      steps: operations.map((operationId) => ({ description: 'a step', operationId })),
      ...more,
    },
  ],
  version: 1,
});
const bucketsOf = (coverage: Coverage): string[] =>
  Object.entries(coverage).flatMap(([bucket, journeys]) =>
    Array.isArray(journeys) && journeys.some((each) => 'journeyId' in each && each.journeyId === 'w') ? [bucket] : [],
  );
const proving = plansOf(
  [
    { id: 'a', operations: ['make', 'get'], personas: ['owner'] },
    { id: 'b', operations: ['make', 'list'] },
  ],
  ['make', 'get', 'list', 'drop'],
);

test.each<[string, Workbook, JourneyStates, string[]]>([
  ['a step is bound to nothing', journey({}, 'make', null), {}, ['missingBindings']],
  ['a step is bound to what the spec has not', journey({}, 'make', 'gone'), {}, ['missingBindings']],
  ['no plan calls one of its operations', journey({}, 'make', 'drop'), {}, ['boundButNotExecutable']],
  ['no plan does so as its persona', journey({ persona: 'owner' }, 'list'), {}, ['boundButNotExecutable']],
  ['one of its plans was not run', journey({}, 'get', 'list'), { a: state('PASSED') }, ['executableButNotObserved']],
  [
    'one was inconclusive',
    journey({}, 'make'),
    { a: state('PASSED'), b: state('SKIPPED') },
    ['observedButInconclusive'],
  ],
  ['one failed', journey({}, 'make'), { a: state('INCONCLUSIVE'), b: state('FAILED') }, ['decisiveFailures']],
  ['all passed', journey({}, 'make'), { a: state('PASSED'), b: state('PASSED') }, []],
  ['those of its persona passed', journey({ persona: 'owner' }, 'make'), { a: state('PASSED') }, []],
])('a workbook journey of which %s', (_name, workbook, states, expected) => {
  expect(bucketsOf(coverageOf(proving, states, [], workbook))).toEqual(expected);
});

test('a workbook journey blocks like any other, unless it is OBSERVED or waived', () => {
  const passed = { a: state('PASSED'), b: state('PASSED') };
  const loose = journey({}, null);
  expect(coverageOf(proving, passed, [], loose).lifecycleBlocking).toBe(true);
  expect(coverageOf(proving, passed, [], journey({ enforcement: 'OBSERVED' }, null)).lifecycleBlocking).toBe(false);
  const waived = coverageOf(proving, passed, [{ journeyId: 'w' } as Waiver], loose);
  expect(waived).toMatchObject({ lifecycleBlocking: false, missingBindings: [] });
});

test('somebody who answers for a plan answers for it in the workbook too', () => {
  const failed = { a: state('PASSED'), b: state('FAILED') };
  const coverage = coverageOf(proving, failed, [{ journeyId: 'b' } as Waiver], journey({}, 'make'));
  expect([bucketsOf(coverage), coverage.lifecycleBlocking]).toEqual([[], false]);
});

test('what the workbook only observes throughout is OBSERVED in the plans too', () => {
  const failed = { a: state('FAILED'), b: state('PASSED') };
  const observing = (...operations: string[]) =>
    coverageOf(proving, failed, [], journey({ enforcement: 'OBSERVED' }, ...operations));
  expect(observing('make', 'get').lifecycleBlocking).toBe(false);
  expect(observing('make').lifecycleBlocking).toBe(true);
  const both = {
    journeys: [
      ...journey({ enforcement: 'OBSERVED' }, 'make', 'get').journeys,
      ...journey({ id: 'x' }, 'get').journeys,
    ],
    version: 1,
  };
  expect(
    coverageOf(proving, failed, [], both).decisiveFailures.map(
      ({ journeyId, enforcement }) => `${journeyId} ${enforcement}`,
    ),
  ).toEqual(['a ENFORCED', 'w OBSERVED', 'x ENFORCED']);
});
