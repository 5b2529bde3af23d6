import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { type Coverage, coverageOf } from '#domain/coverage/coverage-rules.ts';
import { gapIdOf } from '#domain/coverage/flow-gaps.ts';
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

const state = (
  status: ResultStatus,
  ground: JourneyState['ground'] = status === 'PASSED' ? 'VALUE' : null,
): JourneyState => ({
  status,
  ground,
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
  const {
    lifecycleBlocking,
    nothingProved,
    flowGaps: _gaps,
    ...buckets
  } = coverageOf(plansOf([{ id: 'a' }]), states, [], none);
  for (const [name, journeys] of Object.entries(buckets)) expect(journeys).toHaveLength(name === bucket ? 1 : 0);
  expect([lifecycleBlocking, nothingProved]).toEqual([bucket !== undefined, status !== 'PASSED']);
});

test('an OBSERVED journey is shown in its bucket and blocks nothing', () => {
  const plans = plansOf([{ id: 'a', enforcement: 'OBSERVED' }, { id: 'b' }]);
  const coverage = coverageOf(plans, { a: state('FAILED'), b: state('PASSED') }, [], none);
  expect(coverage.decisiveFailures.map(({ journeyId }) => journeyId)).toEqual(['a']);
  expect(coverage.lifecycleBlocking).toBe(false);
});

test('operations that no journey calls are gaps, in the order of the spec', () => {
  const plans = plansOf([{ id: 'a', operations: ['list', 'make'] }], ['get', 'list', 'make', 'take']);
  expect(coverageOf(plans, {}, [], none).flowGaps.map(({ operation }) => operation)).toEqual(['get', 'take']);
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

/** Nobody waits for a journey of the operation that none calls. */
const unless = { journeyId: gapIdOf('drop') } as Waiver;

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
  expect(coverageOf(proving, passed, [unless], loose).lifecycleBlocking).toBe(true);
  expect(coverageOf(proving, passed, [unless], journey({ enforcement: 'OBSERVED' }, null)).lifecycleBlocking).toBe(
    false,
  );
  const waived = coverageOf(proving, passed, [unless, { journeyId: 'w' } as Waiver], loose);
  expect(waived).toMatchObject({ lifecycleBlocking: false, missingBindings: [] });
});

test('somebody who answers for a plan answers for it in the workbook too', () => {
  const failed = { a: state('PASSED'), b: state('FAILED') };
  const coverage = coverageOf(proving, failed, [unless, { journeyId: 'b' } as Waiver], journey({}, 'make'));
  expect([bucketsOf(coverage), coverage.lifecycleBlocking]).toEqual([[], false]);
});

test('what the workbook only observes throughout is OBSERVED in the plans too', () => {
  const failed = { a: state('FAILED'), b: state('PASSED') };
  const observing = (...operations: string[]) =>
    coverageOf(proving, failed, [unless], journey({ enforcement: 'OBSERVED' }, ...operations));
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

test('an operation without a journey blocks until somebody answers for it, and tells why and the edit that would help', () => {
  const cause = { reason: 'NOT_CREATABLE' as const, detail: 'Nothing makes it.', edit: 'Add a POST.' };
  const plans = { ...plansOf([{ id: 'a', operations: ['make'] }], ['make', 'get']), gaps: { get: cause } };
  const passed = { a: state('PASSED') };
  const open = coverageOf(plans, passed, [], none);
  const journeyId = gapIdOf('get');
  expect(open).toMatchObject({ lifecycleBlocking: true, flowGaps: [{ operation: 'get', journeyId, ...cause }] });
  const waiver = { journeyId, operation: 'get', reason: 'known' } as Waiver;
  const waived = coverageOf(plans, passed, [waiver], none);
  expect(waived).toMatchObject({ lifecycleBlocking: false, flowGaps: [], waivedManual: [{ journeyId, waiver }] });
  expect(waived.waivedManual).toMatchObject([{ kind: 'gap', operations: ['get'], reason: 'NOT_CREATABLE' }]);
});

test('a feature of which no value was seen again stays blocked, also where everything is waived', () => {
  const plans = plansOf([{ id: 'a' }, { id: 'b', enforcement: 'OBSERVED' }]);
  const refused = { a: state('PASSED', 'STATUS'), b: state('FAILED') };
  expect(coverageOf(plans, refused, [], none)).toMatchObject({ nothingProved: true, lifecycleBlocking: true });
  expect(coverageOf(plans, { ...refused, b: state('PASSED') }, [], none)).toMatchObject({ lifecycleBlocking: false });
  const waived = coverageOf(plans, {}, [{ journeyId: 'a' } as Waiver, { journeyId: 'b' } as Waiver], none);
  expect(waived).toMatchObject({ nothingProved: true, lifecycleBlocking: true });
});

describe('an operation of which only refusals were seen that a missing route would give', () => {
  const doubted = { a: state('PASSED'), b: state('PASSED', 'ROUTE_IN_DOUBT') };
  const sketches = [
    { id: 'a', operations: ['make'] },
    { id: 'b', operations: ['drop'] },
  ];
  const plans = plansOf(sketches, ['make', 'drop']);

  test('is a gap', () => {
    const { flowGaps, lifecycleBlocking } = coverageOf(plans, doubted, [], none);
    expect([flowGaps, lifecycleBlocking]).toMatchObject([[{ operation: 'drop', reason: 'ROUTE_IN_DOUBT' }], true]);
  });

  test('is none where another journey of it passed otherwise', () => {
    const more = plansOf([...sketches, { id: 'c', operations: ['drop'] }], ['make', 'drop']);
    expect(coverageOf(more, { ...doubted, c: state('PASSED') }, [], none).flowGaps).toEqual([]);
  });

  test('is not covered in a workbook journey either', () => {
    const coverage = coverageOf(plans, doubted, [], journey({}, 'make', 'drop'));
    expect(bucketsOf(coverage)).toEqual(['observedButInconclusive']);
    expect(coverage.observedButInconclusive).toMatchObject([{ reason: 'ROUTE_IN_DOUBT: drop' }]);
    const waiver = { journeyId: gapIdOf('drop') } as Waiver;
    expect(bucketsOf(coverageOf(plans, doubted, [waiver], journey({}, 'make', 'drop')))).toEqual([]);
  });
});
