import { expect, test } from 'vitest';
import type { Step } from '#verifier/plan/plan.ts';
import type { ReasonCode, Verdict } from '#verifier/result/verdict.ts';
import { classifyAttempt } from '#verifier/verdicts/classify-journey.ts';
import type { AssertionFacts, StepFacts } from '#verifier/verdicts/facts.ts';
import type { VerdictRow } from '#verifier/verdicts/rows/verdict-row.ts';
import { create, list, plan, read, remove, request, step } from './things-plans.ts';

/** One step's facts and the verdict that the table must come to. */
export type VerdictCase = {
  row: VerdictRow['row'];
  name: string;
  /** The step that is judged; those before it met their expectation. */
  step: Step;
  before: Step[];
  facts: Partial<StepFacts>;
  /** undefined = the step passes. */
  expected: [Verdict, ReasonCode] | undefined;
};

export const PASS = undefined;
export const AUTH = 'INCONCLUSIVE_AUTH_REQUIRED';
export const SETUP = 'INCONCLUSIVE_SETUP_REQUIRED';
export const INPUT = 'INCONCLUSIVE_INPUT_CONSTRAINT';
export const ROUTE = 'FAIL_DECISIVE_ROUTE_MISSING';
export const CONTRACT = 'FAIL_DECISIVE_CONTRACT';
export const PERSISTENCE = 'FAIL_DECISIVE_PERSISTENCE';

export function row(
  number: VerdictRow['row'],
  name: string,
  judged: Step,
  facts: Partial<StepFacts>,
  verdict: Verdict | undefined,
  reasonCode?: ReasonCode,
  before?: Step[],
): VerdictCase {
  const expected: VerdictCase['expected'] = verdict && reasonCode && [verdict, reasonCode];
  const earlier = before ?? (judged.id === 'create' ? [] : [create(), remove()]);
  return { row: number, name, step: judged, before: earlier, facts, expected };
}

/** One named test for each case. */
export function testVerdicts(cases: VerdictCase[]): void {
  test.each(cases)('row $row: $name', ({ row: number, step: judged, before, facts, expected }) => {
    const steps = [...before.map(metFacts), { step: judged.id, identitySent: true, statusCode: 0, ...facts }];
    const found = classifyAttempt(plan('case', [...before, judged]), { nonce: 'n', steps });
    expect(found && [found.verdict, found.reasonCode]).toEqual(expected);
    if (found) expect(found).toMatchObject({ stepId: judged.id, row: number });
  });
}

/** Facts of a step that met its expectation. */
export function metFacts({ id, expect: { outcome, status: statuses } }: Step): StepFacts {
  const expected = statuses.find((one) => typeof one === 'number') ?? 200;
  return { step: id, identitySent: true, statusCode: outcome === 'success' ? expected : 404 };
}

export const negative = (outcome: Step['expect']['outcome'], method: 'GET' | 'PUT' | 'DELETE' = 'GET'): Step =>
  step(outcome, request(method, '/things/{id}', { path: { id: { capture: 'id' } } }), {
    expect: { outcome, status: [404], responses: {} },
    persona: outcome === 'unauthenticated' ? null : 'admin',
  });
export const listing = list({ id: 'plain-list', assert: [] });
export const fromOutside = read({
  id: 'outside',
  params: { path: { id: { input: 'thingId' } }, query: {}, header: {} },
});
export const byExample = read({ id: 'example', params: { path: { id: { literal: 'chair' } }, query: {}, header: {} } });
export const carriedOnly = step('act', request('POST', '/things/{id}/act', { path: { id: { capture: 'id' } } }));
export const valueless = step('count', request('GET', '/things/count'));

export const equals = (
  relation: AssertionFacts['relation'],
  more: Partial<AssertionFacts> = {},
): Partial<StepFacts> => ({
  statusCode: 200,
  assertions: [{ op: 'equals', pointer: '/name', compare: 'exact', relation, ...more }],
});
export const inList = (op: 'listContains' | 'listLacks', relation: AssertionFacts['relation'], exhausted: boolean) => ({
  statusCode: 200,
  assertions: [{ op, pointer: '/data', relation, exhausted }],
});
export const status = (statusCode: number, more: Partial<StepFacts> = {}): Partial<StepFacts> => ({
  statusCode,
  ...more,
});
export const failed = (failure: NonNullable<StepFacts['failure']>): Partial<StepFacts> => ({ statusCode: 0, failure });
export const noRoute = { sameAsNoRoute: true };
export const unlikeNoItem = { sameAsNoRoute: true, sameAsNoItem: false };
export const shown = { otherReads: [{ kind: 'list' as const, shown: true }] };
export const notShown = { otherReads: [{ kind: 'list' as const, shown: false }] };
