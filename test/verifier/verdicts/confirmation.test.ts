import { expect, test } from 'vitest';
import { classifyJourney, failuresOf } from '#verifier/verdicts/classify-journey.ts';
import type { StepFacts } from '#verifier/verdicts/facts.ts';
import { create, plan, read } from '#test/things-plans.ts';
import { AUTH, PERSISTENCE, SETUP, equals, metFacts, notShown } from '#test/verdict-case.ts';

const one = plan('create-read', [create(), read()]);
const lost = attempt({ statusCode: 404, ...notShown });
const fine = attempt(equals('EQUAL'));

test('a decisive failure that repeats at the same step and row stands', () => {
  expect(classifyJourney(one, { attempts: [lost, lost] })).toMatchObject({ verdict: PERSISTENCE, row: 11 });
});

test('a list that is wrong once it holds an item fails earlier the second time, and that is the same failure', () => {
  const listed = plan('create-list', [read({ id: 'before' }), create(), read({ id: 'after' })]);
  const wrong = {
    statusCode: 200,
    identitySent: true,
    schemaErrors: [{ pointer: '/0/name', keyword: 'type', message: 'wrong' }],
  };
  const first = {
    nonce: 'n',
    steps: [metFacts(read({ id: 'before' })), metFacts(create()), { step: 'after', ...wrong }],
  };
  const second = { nonce: 'm', steps: [{ step: 'before', ...wrong }] };
  expect(classifyJourney(listed, { attempts: [first, second] })).toMatchObject({
    reasonCode: 'SCHEMA',
    stepId: 'after',
  });
});

test.each([
  ['passes', fine],
  ['fails in another row', attempt({ statusCode: 500 })],
  ['fails at another step', { nonce: 'n', steps: [{ step: 'create', statusCode: 500, identitySent: true }] }],
])('a decisive failure whose second attempt %s is FLAKY', (_name, second) => {
  expect(classifyJourney(one, { attempts: [lost, second] })).toMatchObject({ verdict: SETUP, reasonCode: 'FLAKY' });
});

test('behind a mismatch that both attempts met, what only one met is FLAKY', () => {
  const beyond = (facts: Partial<StepFacts>) => ({
    nonce: 'n',
    steps: [
      { ...metFacts(create()), ...equals('EQUAL') },
      { step: 'read', identitySent: true, statusCode: 0, ...facts },
    ],
  });
  const met = beyond({ statusCode: 200 });
  const unlike = beyond({ statusCode: 500 });
  const failures = (second: typeof met) =>
    failuresOf(one, { attempts: [unlike, second] }).map(({ found, isMismatch }) => [found.reasonCode, isMismatch]);
  expect(failures(met)).toEqual([
    ['UNEXPECTED_STATUS', true],
    ['FLAKY', false],
  ]);
  expect(failures(unlike)).toEqual([
    ['UNEXPECTED_STATUS', true],
    ['SERVER_ERROR', false],
  ]);
});

test('a decisive failure without a second attempt is FLAKY', () => {
  expect(classifyJourney(one, { attempts: [lost] })).toMatchObject({ reasonCode: 'FLAKY' });
});

test('an inconclusive failure needs no second attempt', () => {
  expect(classifyJourney(one, { attempts: [attempt({ statusCode: 401 })] })).toMatchObject({ verdict: AUTH });
});

test('a pass needs the facts of every step', () => {
  expect(classifyJourney(one, { attempts: [fine] })).toBeUndefined();
  expect(classifyJourney(one, { attempts: [{ nonce: 'n', steps: [] }] })).toMatchObject({ reasonCode: 'TIMEOUT' });
  expect(classifyJourney(one, { attempts: [] })).toMatchObject({ reasonCode: 'TIMEOUT' });
});

test('a relation that contradicts its operands is not believed', () => {
  const lie = attempt(equals('EQUAL', { expected: 'a', actual: 'b' }));
  expect(classifyJourney(one, { attempts: [lie, lie] })).toMatchObject({ reasonCode: 'VALUE_NOT_STORED' });
});

function attempt(facts: Partial<StepFacts>) {
  return { nonce: 'n', steps: [metFacts(create()), { step: 'read', identitySent: true, statusCode: 0, ...facts }] };
}
