import { expect, test } from 'vitest';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { coverageOf } from '#domain/coverage/coverage-rules.ts';
import type { JourneyState, JourneyStates } from '#domain/coverage/journey-states.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { ResultStatus } from '#domain/runs/test-run.ts';

type Sketch = { id: string; enforcement?: 'ENFORCED' | 'OBSERVED'; operations?: string[] };

const plansOf = (sketches: Sketch[], operations: string[] = []): PlanDocument =>
  ({
    bundle: {
      plans: sketches.map(({ id, enforcement = 'ENFORCED', operations: called = [] }) => ({
        journeyId: id,
        name: id,
        kind: 'create-read',
        enforcement,
        operations: called,
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
  const { lifecycleBlocking, flowGaps: _gaps, ...buckets } = coverageOf(plansOf([{ id: 'a' }]), states, []);
  for (const [name, journeys] of Object.entries(buckets)) expect(journeys).toHaveLength(name === bucket ? 1 : 0);
  expect(lifecycleBlocking).toBe(bucket !== undefined);
});

test('an OBSERVED journey is shown in its bucket and blocks nothing', () => {
  const plans = plansOf([{ id: 'a', enforcement: 'OBSERVED' }, { id: 'b' }]);
  const coverage = coverageOf(plans, { a: state('FAILED'), b: state('PASSED') }, []);
  expect(coverage.decisiveFailures.map(({ journeyId }) => journeyId)).toEqual(['a']);
  expect(coverage.lifecycleBlocking).toBe(false);
});

test('operations that no journey calls are gaps, in the order of the spec', () => {
  const plans = plansOf([{ id: 'a', operations: ['list', 'make'] }], ['get', 'list', 'make', 'take']);
  expect(coverageOf(plans, {}, []).flowGaps).toEqual([{ operation: 'get' }, { operation: 'take' }]);
});

test('what was seen of journeys that are planned no more does not count', () => {
  expect(coverageOf(plansOf([{ id: 'b' }]), { a: state('FAILED'), b: state('PASSED') }, []).lifecycleBlocking).toBe(
    false,
  );
});

test('without plans the feature stays blocked', () => {
  expect(coverageOf(undefined, { a: state('PASSED') }, []).lifecycleBlocking).toBe(true);
});

test('a waived journey is in no bucket but its own and blocks nothing, whatever was seen of it', () => {
  const waiver = { journeyId: 'a', reason: 'known' } as Waiver;
  const plans = plansOf([{ id: 'a' }, { id: 'b' }]);
  const waived = coverageOf(plans, { a: state('FAILED'), b: state('PASSED') }, [waiver]);
  expect(waived).toMatchObject({ decisiveFailures: [], lifecycleBlocking: false });
  expect(waived.waivedManual).toEqual([expect.objectContaining({ journeyId: 'a', runId: 'r', waiver })]);
  expect(coverageOf(plans, { b: state('FAILED') }, [waiver])).toMatchObject({ lifecycleBlocking: true });
  expect(coverageOf(plansOf([{ id: 'b' }]), {}, [waiver]).waivedManual).toEqual([]);
});
