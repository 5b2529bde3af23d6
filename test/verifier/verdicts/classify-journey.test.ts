import { expect, test } from 'vitest';
import type { Step } from '#verifier/plan/plan.ts';
import {
  classifyAttempt,
  classifyJourney,
  goesOn,
  judgeStep,
  type Classification,
} from '#verifier/verdicts/classify-journey.ts';
import type { AssertionFacts, StepFacts } from '#verifier/verdicts/facts.ts';
import { create, list, plan, read, readUpdated, remove, request, step, update } from '#test/things-plans.ts';
import { metFacts, negative, notShown } from '#test/verdict-case.ts';

/** Where a journey ended whose last step met these facts. */
function locate(steps: Step[], facts: Partial<StepFacts>): Classification | undefined {
  const judged = steps.at(-1) as Step;
  const before = steps.slice(0, -1).map(metFacts);
  const last = { step: judged.id, identitySent: true, statusCode: 200, ...facts };
  return classifyAttempt(plan('located', steps), { nonce: 'n', steps: [...before, last] });
}
const one = (more: Partial<AssertionFacts> = {}): AssertionFacts => ({
  op: 'equals',
  pointer: '/name',
  compare: 'exact',
  relation: 'DIFFERENT',
  ...more,
});
const unlike = { assertions: [one()] };
const lost: Partial<StepFacts> = { statusCode: 404, ...notShown };
const byCapture = (capture: string): Step['params'] => ({ path: { id: { capture } }, query: {}, header: {} });

test('the place is that of the schema violation, of the missing field, or of the assertion that says most', () => {
  const schemaErrors = [
    { pointer: '/a', keyword: 'type', message: 'x' },
    { pointer: '/b', keyword: 'type', message: 'x' },
  ];
  expect(locate([create(), read()], { schemaErrors })?.pointer).toBe('/a');
  expect(locate([create(), read()], { schemaErrors, ...unlike })?.pointer).toBe('/name');
  const missingCaptures = [{ name: 'id', from: 'body' as const, pointer: '/id', shownElsewhere: false }];
  expect(locate([create(), read()], { missingCaptures, ...unlike })?.pointer).toBe('/id');
  const written = one({ relation: 'NORMALISED', pointer: '/first' });
  const met = one({ relation: 'EQUAL', pointer: '/met' });
  expect(locate([create(), read()], { assertions: [met, written, one({ pointer: '/second' })] })?.pointer).toBe(
    '/second',
  );
  expect(locate([create(), read()], { assertions: [met, written] })?.pointer).toBe('/first');
  expect(locate([create(), read()], { statusCode: 500 })).not.toHaveProperty('pointer');
});

test('an answer that breaks the contract is the fault of its own operation', () => {
  expect(locate([create(), read()], { statusCode: 500 })?.operationAtFault).toBe('GET /things/{id}');
  const missingCaptures = [{ name: 'id', from: 'body' as const, pointer: '/id', shownElsewhere: true }];
  expect(locate([create(), read()], { missingCaptures })).toMatchObject({
    reasonCode: 'FIELD_MISSING',
    operationAtFault: 'GET /things/{id}',
  });
});

test('missing state is the fault of the write whose effect is missing', () => {
  expect(locate([create(), read()], unlike)?.operationAtFault).toBe('POST /things');
  expect(locate([create(), update(), readUpdated()], unlike)?.operationAtFault).toBe('PUT /things/{id}');
  expect(locate([create(), read({ method: 'HEAD' })], unlike)?.operationAtFault).toBe('POST /things');
  expect(
    locate([create(), list()], { assertions: [one({ op: 'listContains', relation: 'ABSENT', exhausted: true })] }),
  ).toMatchObject({ reasonCode: 'NOT_IN_LIST', operationAtFault: 'POST /things' });
});

test('a list below an item lacks what was made in it, not the item', () => {
  const part = step('part', request('POST', '/things/{id}/parts'), {
    params: byCapture('id'),
    captures: { number: { from: 'body', pointer: '/number' } },
  });
  const match = [{ pointer: '/number', value: { capture: 'number' } }];
  const parts = step('parts', request('GET', '/things/{id}/parts'), {
    params: byCapture('id'),
    assert: [{ op: 'listContains', list: '', match }],
  });
  const absent = one({ op: 'listContains', relation: 'ABSENT', exhausted: true });
  expect(locate([create(), part, parts], { assertions: [absent] })).toMatchObject({
    reasonCode: 'NOT_IN_LIST',
    operationAtFault: 'POST /things/{id}/parts',
  });
});

test('an echo that is altered is the fault of the write itself, an item that it does not find that of its maker', () => {
  expect(locate([create(), update()], unlike)).toMatchObject({
    reasonCode: 'VALUE_ALTERED',
    operationAtFault: 'PUT /things/{id}',
  });
  expect(locate([create(), update()], lost)).toMatchObject({
    reasonCode: 'ITEM_LOST',
    operationAtFault: 'POST /things',
  });
  expect(locate([create(), remove()], lost)?.operationAtFault).toBe('POST /things');
});

test('what a refused write let through is its fault, anything else that of the maker', () => {
  const refused = { ...negative('cross-persona', 'PUT'), id: 'refused' };
  const check = read({ id: 'check', effectOf: 'refused' });
  expect(locate([create(), refused, check], unlike)?.operationAtFault).toBe('POST /things');
  const tried = { assertions: [one({ refusedChange: true })] };
  expect(locate([create(), refused, check], tried)).toMatchObject({
    reasonCode: 'AUTHZ_OBJECT',
    operationAtFault: 'PUT /things/{id}',
  });
});

test('the maker is the step that made what the path, or else an assertion, names', () => {
  const other = step('other', request('POST', '/others'), { captures: { other: { from: 'body', pointer: '/id' } } });
  const orphan = (more: Partial<Step>): Step => {
    const { effectOf: _none, ...rest } = read({ id: 'orphan', assert: [], ...more });
    return rest;
  };
  const fault = (last: Step): string | undefined => locate([create(), other, last], unlike)?.operationAtFault;
  expect(fault(orphan({ params: byCapture('other') }))).toBe('POST /others');
  expect(fault(orphan({ params: byCapture('id') }))).toBe('POST /things');
  const nested = { ...byCapture('other'), path: { id: { capture: 'id' }, otherId: { capture: 'other' } } };
  expect(fault(orphan({ params: nested }))).toBe('POST /others');
  const bySent = { path: { id: { sent: 'other', pointer: '/body/id' } }, query: {}, header: {} };
  expect(fault(orphan({ params: bySent }))).toBe('POST /others');
  const none = { path: {}, query: {}, header: {} };
  const match = [{ pointer: '/id', value: { capture: 'other' } }];
  expect(fault(orphan({ params: none, assert: [{ op: 'listContains', list: '/data', match }] }))).toBe('POST /others');
  const sent = {
    op: 'equals',
    pointer: '/name',
    value: { sent: 'other', pointer: '/body/name' },
    compare: 'exact',
  } as const;
  expect(fault(orphan({ params: none, assert: [{ op: 'status' }, sent] }))).toBe('POST /others');
  const own = { ...sent, value: { sent: 'orphan', pointer: '/query/name' } };
  expect(fault(orphan({ params: none, assert: [own] }))).toBe('GET /things/{id}');
  expect(fault(orphan({ params: none }))).toBe('GET /things/{id}');
  const literal = { path: { id: { literal: 5 } }, query: {}, header: {} };
  expect(fault(orphan({ params: literal }))).toBe('GET /things/{id}');
});

test('a step with facts that say nothing was sent is not met, whatever else they say', () => {
  const met = { step: 'read', identitySent: true, statusCode: 200, assertions: [one({ relation: 'EQUAL' as const })] };
  const judged = (more: Partial<StepFacts>): unknown =>
    judgeStep(plan('p', [create(), read()]), read(), { ...met, ...more })?.reasonCode;
  expect(judged({})).toBeUndefined();
  expect(judged({ missingInput: 'X' })).toBe('PARAMETER_NOT_SET');
  expect(judged({ credentialProblem: 'x' })).toBe('CREDENTIAL_UNAVAILABLE');
  expect(judged({ failure: 'TIMEOUT' })).toBe('TIMEOUT');
  expect(judged({ body: 'EMPTY' })).toBe('EMPTY_BODY');
  expect(judged({ polling: 'BUDGET_SPENT' })).toBe('NOT_FINISHED');
  expect(judged({ schemaErrors: [] })).toBeUndefined();
  const page = { followed: 1, leftPath: true, endedOnPage: true };
  expect(judged({ redirect: page })).toBe('UNEXPECTED_REDIRECT');
  expect(judged({ redirect: { ...page, leftPath: false } })).toBeUndefined();
  expect(judged({ redirect: { ...page, endedOnPage: false } })).toBeUndefined();
});

test('a value in another writing lets the journey go on, and gives way to a decisive step after it', () => {
  const steps = [create(), read(), update(), readUpdated()];
  const journey = plan('going-on', steps);
  const facts = (...last: Partial<StepFacts>[]): StepFacts[] =>
    steps.flatMap(({ id }, index) => {
      const found = last[index];
      return found === undefined
        ? []
        : [{ step: id, identitySent: true, statusCode: index === 0 ? 201 : 200, ...found }];
    });
  const written = { assertions: [one({ relation: 'NORMALISED' })] };
  const after = (...last: Partial<StepFacts>[]): unknown =>
    classifyAttempt(journey, { nonce: 'n', steps: facts({}, written, ...last) })?.reasonCode;
  expect(after({}, {})).toBe('SERVER_NORMALISED');
  expect(after()).toBe('SERVER_NORMALISED');
  expect(after({}, unlike)).toBe('VALUE_NOT_STORED');
  expect(after({ statusCode: 409 })).toBe('SERVER_NORMALISED');
  expect(after({ statusCode: 500 }, unlike)).toBe('SERVER_ERROR');
});

test('a journey goes on where the rest can be checked all the same', () => {
  const unexpected = { row: 18, verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'UNEXPECTED_STATUS' } as const;
  const given = (statusCode: number, more: Partial<StepFacts> = {}): StepFacts => ({
    step: 'create',
    statusCode,
    identitySent: true,
    ...more,
  });
  const lacking = { missingCaptures: [{ name: 'id', from: 'body', pointer: '/id', shownElsewhere: false }] } as const;
  const made = given(201);
  expect(goesOn(create(), made, undefined)).toBe(true);
  expect(goesOn(create(), made, { row: 26, verdict: null, reasonCode: 'SOFT_DELETED' })).toBe(true);
  const written = { row: 22, verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT', reasonCode: 'SERVER_NORMALISED' } as const;
  expect(goesOn(create(), made, written)).toBe(true);
  const error = { row: 17, verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'SERVER_ERROR' } as const;
  expect(goesOn(create(), given(500), error)).toBe(false);
  expect(goesOn(create(), given(200), unexpected)).toBe(true);
  expect(goesOn(create(), given(202), unexpected)).toBe(false);
  expect(goesOn(create(), given(200, { missingCaptures: [...lacking.missingCaptures] }), unexpected)).toBe(false);
  expect(goesOn(read(), given(203), unexpected)).toBe(false);
  expect(goesOn(negative('forbidden', 'PUT'), given(200), unexpected)).toBe(false);
});

test('a journey without any attempt was never answered', () => {
  expect(classifyJourney(plan('none', [create()]), { attempts: [] })).toMatchObject({
    stepId: 'create',
    statusCode: 0,
    reasonCode: 'TIMEOUT',
  });
});
