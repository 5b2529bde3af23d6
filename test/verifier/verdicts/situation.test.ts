import { expect, test } from 'vitest';
import type { Plan, Step } from '#verifier/plan/plan.ts';
import { looksUnserved } from '#verifier/verdicts/absent-by-itself.ts';
import { isAnotherAnswer } from '#verifier/verdicts/another-answer.ts';
import type { AssertionFacts, StepFacts } from '#verifier/verdicts/facts.ts';
import { situationOf, type Situation } from '#verifier/verdicts/situation.ts';
import { create, gone, plan, read, remove, request, step, update } from '#test/things-plans.ts';
import { negative } from '#test/verdict-case.ts';

function look(steps: Step[], facts: Partial<StepFacts> = {}, more: Partial<Plan> = {}): Situation {
  const judged = steps.at(-1) as Step;
  return situationOf(plan('looked-at', steps, more), judged, {
    step: judged.id,
    identitySent: true,
    statusCode: 200,
    ...facts,
  });
}
const none = { path: {}, query: {}, header: {} };
const one = (more: Partial<AssertionFacts>): AssertionFacts => ({
  op: 'equals',
  pointer: '/name',
  relation: 'ABSENT',
  ...more,
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('%i is a success: %s', (statusCode, succeeded) => {
  expect(look([read()], { statusCode }).succeeded).toBe(succeeded);
  const any = read({ expect: { outcome: 'success', status: ['2XX'], responses: {} } });
  expect(look([any], { statusCode }).expected).toBe(succeeded);
});

test.each([
  [404, true],
  [410, true],
  [403, false],
])('%i to a step that asks for an item says that it is gone: %s', (statusCode, isGone) => {
  expect(look([read()], { statusCode }).gone).toBe(isGone);
  expect(look([gone()], { statusCode }).gone).toBe(false);
});

test('an item of the run is one that an earlier step made, by whatever reference', () => {
  const params = (leaf: object): Step['params'] => ({ ...none, path: { id: leaf } }) as Step['params'];
  const unique = { unique: { stem: 'key', maxLength: 20, charset: 'text' } } as const;
  const put = step('put', { ...request('PUT', '/things/{id}'), params: params(unique) });
  const owned = (leaf: object, ...before: Step[]): boolean[] => {
    const { ownItem, namesNothing } = look([...before, read({ params: params(leaf) })]);
    return [ownItem, namesNothing];
  };
  expect(owned({ capture: 'id' }, create())).toEqual([true, false]);
  expect(owned({ sent: 'create', pointer: '/body/name' }, create())).toEqual([true, false]);
  expect(owned(unique, put)).toEqual([true, false]);
  expect(owned(unique)).toEqual([false, false]);
  expect(owned({ unique: { ...unique.unique, stem: 'other' } }, put)).toEqual([false, false]);
  expect(owned({ literal: 5 }, put)).toEqual([false, false]);
  expect(owned({ input: 'id' }, create())).toEqual([false, false]);
  expect(look([read({ params: none })])).toMatchObject({
    ownItem: false,
    namesNothing: true,
    hasPathParameters: false,
  });
  expect(look([read()]).hasPathParameters).toBe(true);
  const beside = (sent: Partial<Step['params']>, more: Partial<Step> = {}): boolean =>
    look([read({ ...more, params: { ...none, ...sent } as Step['params'] })]).namesNothing;
  expect(beside({ header: { 'X-Ticket': { literal: 'sample-ticket' } } })).toBe(false);
  expect(beside({ query: { ticket: unique } })).toBe(false);
  expect(beside({ query: { parent: { literal: 1 } } })).toBe(false);
  expect(beside({ query: { deep: { literal: true } } })).toBe(true);
});

test('a value is invented unless this API gave it out', () => {
  const sending = (body: Step['body'] | undefined, path: Step['params']['path'] = {}): boolean[] => {
    const asked = { ...request('POST', '/things'), params: { ...none, path } };
    const { inventedValue, inventedBody, carriedValue } = look([
      step('post', body === undefined ? asked : { ...asked, body }),
    ]);
    return [inventedValue, inventedBody, carriedValue];
  };
  const json = (value: NonNullable<Step['body']>['value']): Step['body'] => ({
    contentType: 'application/json',
    value,
  });
  expect(sending(undefined)).toEqual([false, false, false]);
  expect(sending(undefined, { id: { literal: 1 } })).toEqual([true, false, false]);
  expect(sending(undefined, { id: { capture: 'id' } })).toEqual([false, false, true]);
  expect(sending(json({ object: { a: { capture: 'id' } } }))).toEqual([false, false, true]);
  expect(sending(json({ object: { a: { capture: 'id' }, b: { array: [{ literal: 1 }] } } }))).toEqual([
    true,
    true,
    true,
  ]);
  expect(sending(json({ array: [{ capture: 'id' }] }))).toEqual([false, false, true]);
});

test('after a refused write of another the owner looks; what kind of write it was, and whether the item was seen before', () => {
  const refused = (method: 'GET' | 'PUT' | 'DELETE'): Step => ({ ...negative('cross-persona', method), id: 'refused' });
  const check = read({ id: 'check', effectOf: 'refused' });
  expect(look([create(), refused('PUT'), check]).ownersCheckAfter).toBe('CHANGE');
  expect(look([create(), refused('DELETE'), check]).ownersCheckAfter).toBe('DELETE');
  expect(look([create(), refused('GET'), check]).ownersCheckAfter).toBeUndefined();
  expect(look([create(), { ...refused('PUT'), method: 'HEAD' }, check]).ownersCheckAfter).toBeUndefined();
  expect(look([create(), { ...negative('forbidden', 'PUT'), id: 'refused' }, check]).ownersCheckAfter).toBeUndefined();
  expect(look([create(), read()]).ownersCheckAfter).toBeUndefined();
  const seen = (...before: Step[]): boolean => look([create(), ...before, refused('PUT'), check]).seenBefore;
  expect(seen(read())).toBe(true);
  expect(seen()).toBe(false);
  expect(seen(read({ method: 'HEAD' }))).toBe(false);
  expect(seen(read({ path: '/others/{id}' }))).toBe(false);
  expect(look([create(), refused('GET'), check]).seenBefore).toBe(false);
});

test('what an answer does not show is missing; only a value that was to be equal counts', () => {
  const missingCaptures = [{ name: 'id', from: 'header' as const, pointer: 'location', shownElsewhere: false }];
  const assertions = [
    one({}),
    one({ pointer: '/b', shownElsewhere: true }),
    one({ op: 'listContains', pointer: '/data' }),
    one({ relation: 'DIFFERENT', pointer: '/c' }),
  ];
  expect(look([create(), read()], { missingCaptures, assertions }).missing).toEqual([
    ...missingCaptures,
    { pointer: '/name', from: 'body', shownElsewhere: false },
    { pointer: '/b', from: 'body', shownElsewhere: true },
  ]);
  expect(look([create(), read()]).missing).toEqual([]);
});

test('a relation is computed again where both operands are known, and for equality alone', () => {
  const relation = (more: Partial<AssertionFacts>): unknown =>
    look([read()], { assertions: [one({ relation: 'EQUAL', ...more })] }).assertions[0]?.relation;
  expect(relation({ expected: 'a', actual: 'b' })).toBe('DIFFERENT');
  expect(relation({ expected: 'a', actual: 'A' })).toBe('NORMALISED');
  expect(relation({ expected: 5, actual: '5.0', compare: 'number' })).toBe('EQUAL');
  expect(relation({ expected: 'a' })).toBe('EQUAL');
  expect(relation({ actual: 'a' })).toBe('EQUAL');
  expect(relation({ op: 'differs', expected: 'a', actual: 'b' })).toBe('EQUAL');
});

test('a write that documents another answer without what is planned got that one', () => {
  const responses = {
    '201': { contentTypes: ['application/json'], schema: 'Thing' },
    '204': { contentTypes: [] },
    '200': { contentTypes: ['application/json'], schema: 'Thing' },
    '404': { contentTypes: ['application/json'], schema: 'Problem' },
  };
  const write = create({ expect: { outcome: 'success', status: ['2XX'], responses } });
  expect(isAnotherAnswer(write, 204)).toBe(true);
  expect(isAnotherAnswer(write, 404)).toBe(true);
  expect(isAnotherAnswer(write, 201)).toBe(false);
  expect(isAnotherAnswer(write, 200)).toBe(false);
  expect(isAnotherAnswer(write, 202)).toBe(false);
  expect(isAnotherAnswer({ ...write, method: 'GET' }, 204)).toBe(false);
  expect(isAnotherAnswer({ ...write, method: 'HEAD' }, 204)).toBe(false);
  const bare = { '204': { contentTypes: [] }, '404': { contentTypes: [], schema: 'Problem' } };
  expect(isAnotherAnswer(remove({ expect: { outcome: 'success', status: [204], responses: bare } }), 404)).toBe(false);
  expect(isAnotherAnswer(remove({ expect: { outcome: 'success', status: [204], responses: {} } }), 204)).toBe(false);
});

test.each([
  ['never showed it', [create(), update(), read()], true],
  ['showed it before', [create(), read(), update(), read({ id: 'read-again' })], false],
])('an item that is answered like a random path is unserved where the same read %s', (_, steps, unserved) => {
  const facts = { statusCode: 404, sameAsNoRoute: true, sameAsNoItem: false };
  expect(looksUnserved(look(steps, facts))).toBe(unserved);
});
