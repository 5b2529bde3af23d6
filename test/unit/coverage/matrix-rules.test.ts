import { expect, test } from 'vitest';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { JourneyState, JourneyStates } from '#domain/coverage/journey-states.ts';
import { matrixOf } from '#domain/coverage/matrix-rules.ts';
import type { StepAnswer } from '#domain/runs/test-run.ts';
import { bundle, create, plan, read } from '../../support/things-plans.ts';

const refusal = {
  ...create({ persona: 'viewer' }),
  expect: { outcome: 'forbidden' as const, status: [403], responses: {} },
};
const plans = [plan('as-admin', [create(), read()]), plan('as-viewer', [refusal])];
const document: PlanDocument = { bundle: bundle(plans), operations: [], dropped: [] };
const [asAdmin, asViewer] = plans.map(({ journeyId }) => journeyId) as [string, string];

type Answer = [statusCode: number, passed: boolean | null];
const state = (status: JourneyState['status'], answers: Answer[], more: Partial<JourneyState> = {}): JourneyState => ({
  status,
  verdict: null,
  reasonCode: null,
  ground: null,
  runId: 'run',
  observedAt: '2026-01-01T00:00:00.000Z',
  outcomes: [],
  answers: answers.map(([statusCode, passed]): StepAnswer => ({ statusCode, passed })),
  ...more,
});
/** `create as viewer: FAILING [201]`, one line a cell. */
const cells = (states: JourneyStates): string[] =>
  matrixOf(document, states).cells.map(
    ({ persona, method, status, answers }) => `${method} as ${persona}: ${status} ${answers.join()}`,
  );

test('a step that fails fails its own cell alone', () => {
  const states = {
    [asAdmin]: state('FAILED', [
      [201, true],
      [200, false],
    ]),
    [asViewer]: state('PASSED', [[403, true]]),
  };
  expect(cells(states)).toEqual([
    'POST as admin: PASSING 201',
    'GET as admin: PASSING 200',
    'POST as viewer: PASSING 403',
  ]);
});

test('who is let through against the statement is FAILING, also where another journey told it first', () => {
  const through: Answer[] = [[201, false]];
  const viewer = (found: JourneyState) => cells({ [asViewer]: found }).at(-1);
  expect(viewer(state('FAILED', through))).toBe('POST as viewer: FAILING 201');
  expect(viewer(state('INCONCLUSIVE', through, { reasonCode: 'CAUSED_BY' }))).toBe('POST as viewer: FAILING 201');
});

test('a refusal that the run does not accuse of, and an answer that tells nothing of access, are INCONCLUSIVE', () => {
  expect(cells({ [asAdmin]: state('INCONCLUSIVE', [[401, false]]) })[0]).toBe('POST as admin: INCONCLUSIVE 401');
  expect(cells({ [asAdmin]: state('FAILED', [[500, false]]) })[0]).toBe('POST as admin: INCONCLUSIVE 500');
  expect(cells({ [asAdmin]: state('INCONCLUSIVE', [[0, false]]) })[0]).toBe('POST as admin: INCONCLUSIVE ');
});

test('what was not asked is UNTESTED, or SKIPPED with its journey', () => {
  const { answers: _answers, ...before } = state('FAILED', []);
  expect(cells({ [asAdmin]: before })[0]).toBe('POST as admin: UNTESTED ');
  const stopped = state('FAILED', [
    [201, true],
    [0, null],
  ]);
  expect(cells({ [asAdmin]: stopped })[1]).toBe('GET as admin: UNTESTED ');
  expect(cells({ [asAdmin]: state('SKIPPED', []) })[0]).toBe('POST as admin: SKIPPED ');
});
