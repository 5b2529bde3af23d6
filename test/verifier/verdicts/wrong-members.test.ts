import { describe, expect, it, test } from 'vitest';
import type { Assertion, Step } from '#verifier/plan/plan.ts';
import { classifyAttempt, goesOn } from '#verifier/verdicts/classify-journey.ts';
import type { StepFacts } from '#verifier/verdicts/facts.ts';
import { carriesSoundValues, isAboutSoundValues, MOST_SCHEMA_ERRORS } from '#verifier/verdicts/wrong-members.ts';
import { create, list, plan, read, readUpdated, update } from '#test/things-plans.ts';

const broken = (pointer: string, keyword = 'type') => ({ pointer, keyword, message: 'x' });
const facts = (step: Step, ...pointers: string[]): StepFacts => ({
  step: step.id,
  identitySent: true,
  statusCode: Number(step.expect.status[0]),
  ...(pointers.length === 0 ? {} : { schemaErrors: pointers.map((pointer) => broken(pointer)) }),
});

describe('what an assertion looks at', () => {
  const equals: Assertion = { op: 'equals', pointer: '/a/b', value: { capture: 'id' }, compare: 'exact' };
  const about = (assertion: Assertion, pointer: string, keyword?: string, isShown = true): boolean =>
    isAboutSoundValues(assertion, [broken(pointer, keyword)], () => isShown);

  it.each([
    ['/a/b', 'type', false],
    ['/a/b/c', 'type', false],
    ['/a', 'type', false],
    ['', 'anyOf', false],
    ['/a/bc', 'type', true],
    ['/c', 'type', true],
    ['/a', 'required', true],
    ['', 'additionalProperties', true],
    ['/a/b', 'required', false],
  ])('with the schema broken at %j (%s)', (pointer, keyword, isSound) => {
    expect(about(equals, pointer, keyword)).toBe(isSound);
  });

  it('may be what is missed, where it is absent', () => {
    expect(about(equals, '/a', 'required', false)).toBe(false);
    expect(about({ ...equals, op: 'differs' } as Assertion, '', 'required', false)).toBe(false);
  });

  const match = [{ pointer: '/id', value: { capture: 'id' } }];
  const contains: Assertion = { op: 'listContains', list: '/data', match };
  const pages: Assertion = { op: 'listPages', list: '/data', size: { capture: 'size' }, each: [match] };
  const only: Assertion = { op: 'listOnly', list: '/data', pointer: '/id', value: { capture: 'id' } };
  it.each([contains, { ...contains, op: 'listLacks' } as Assertion, pages, only])(
    'in a list, any entry: $op',
    (one) => {
      expect(about(one, '/data/3/id')).toBe(false);
      expect(about(one, '/data/3', 'required')).toBe(false);
      expect(about(one, '/data', 'minItems')).toBe(false);
      expect(about(one, '')).toBe(false);
      expect(about(one, '', 'required')).toBe(true);
      expect(about(one, '/data/3/price')).toBe(true);
      expect(about(one, '/total')).toBe(true);
      expect(about({ ...one, list: '' } as Assertion, '/3/id')).toBe(false);
      expect(about({ ...one, list: '' } as Assertion, '/3/price')).toBe(true);
    },
  );

  it('where more is wrong than is kept, nothing counts as sound', () => {
    const many = Array.from({ length: MOST_SCHEMA_ERRORS }, (_, at) => broken(`/x${at}`));
    expect(isAboutSoundValues(equals, many, () => true)).toBe(false);
    expect(isAboutSoundValues(equals, many.slice(1), () => true)).toBe(true);
    expect(carriesSoundValues(create(), many)).toBe(false);
    expect(isAboutSoundValues({ op: 'status' }, many, () => true)).toBe(true);
  });

  it('many members that a framework documents amiss leave the others sound', () => {
    const read = Array.from({ length: 20 }, (_, at) => broken(`/x${at}`));
    expect(isAboutSoundValues(equals, read, () => true)).toBe(true);
    expect(carriesSoundValues(create(), read)).toBe(true);
  });
});

test('a journey is carried on from values whose schema is right', () => {
  expect(carriesSoundValues(create(), [broken('/size')])).toBe(true);
  expect(carriesSoundValues(create(), [broken('/id')])).toBe(false);
  const location = create({ captures: { id: { from: 'header', name: 'location', take: 'lastSegment' } } });
  expect(carriesSoundValues(location, [broken('')])).toBe(true);
  const listed = list({ captures: { id: { from: 'entry', pointer: '/id' } } });
  expect(carriesSoundValues(listed, [broken('/data/0/size')])).toBe(true);
  expect(carriesSoundValues(listed, [broken('/data/0/id')])).toBe(false);
  expect(carriesSoundValues({ ...listed, assert: [] }, [broken('/total')])).toBe(false);
});

test('a broken schema ends a journey that still waits, or lacks what it carries on', () => {
  const judgement = { row: 20, verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'SCHEMA' } as const;
  const answered = facts(create(), '/size');
  expect(goesOn(create(), answered, judgement)).toBe(true);
  expect(goesOn(create(), { ...answered, polling: 'BUDGET_SPENT' }, judgement)).toBe(false);
  const missingCaptures = [{ name: 'id', from: 'body' as const, pointer: '/id', shownElsewhere: false }];
  expect(goesOn(create(), { ...answered, missingCaptures }, judgement)).toBe(false);
});

test('of several broken answers the one of the operation that the journey is about is told, else the first', () => {
  const steps = [create(), read(), update(), readUpdated()] as const;
  const told = (subject: string) =>
    classifyAttempt(plan('broken', [...steps], { subject }), {
      nonce: 'n',
      steps: steps.map((step) => facts(step, '/size')),
    })?.stepId;
  expect(told('PUT /things/{id}')).toBe('update');
  expect(told('GET /things/{id}')).toBe('read');
  expect(told('DELETE /things/{id}')).toBe('create');
});
