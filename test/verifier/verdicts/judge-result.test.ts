import { describe, expect, test } from 'vitest';
import type { AssertionResult } from '#verifier/result/result.ts';
import type { StepFacts } from '#verifier/verdicts/facts.ts';
import { groundOf } from '#verifier/verdicts/ground-of.ts';
import { judgeResult, type ToldJourney } from '#verifier/verdicts/judge-result.ts';
import { create, list, plan, read } from '#test/things-plans.ts';

const created = plan('create-read', [create(), read()]);
const listed = plan('create-list', [create(), list()]);

const held = (pointer: string, op: AssertionResult['op'] = 'equals'): AssertionResult => ({
  op,
  pointer,
  passed: true,
});
const told = (method: string, at: number, statusCode: number, assertions: AssertionResult[]) =>
  ({ testCaseStepIndex: at, method, statusCode, passed: true, assertions }) as ToldJourney['steps'][number];
const passOf = (post: AssertionResult[], get: AssertionResult[]): ToldJourney => ({
  status: 'pass',
  steps: [told('POST', 0, 201, post), told('GET', 1, 200, get)],
});

describe('a pass without facts needs each value that the plan asserts, at its step', () => {
  const unproven = { classification: { reasonCode: 'UNPROVEN' } };
  const name = [held('/name')];
  test.each([
    ['all of them', created, passOf(name, [held('/name'), held('/id')]), { ground: 'VALUE' }],
    ['more than those', created, passOf([...name, held('/ok')], [held('/id'), held('/name')]), { ground: 'VALUE' }],
    ['the entry of a list', listed, passOf(name, [held('/data', 'listContains')]), { ground: 'VALUE' }],
    ['another one instead', created, passOf([held('/ok')], []), unproven],
    ['all but one', created, passOf(name, [held('/id')]), unproven],
    ['those of the first step alone', created, passOf(name, []), unproven],
    ['those of the other step', created, passOf([...name, held('/id')], name), unproven],
    ['another operator', listed, passOf(name, [held('/data', 'equals')]), unproven],
  ])('%s', (_name, asked, journey, judgement) => {
    expect(judgeResult(asked, journey)).toMatchObject(judgement);
  });
});

test('a failure that no step explains is NO_EVIDENCE', () => {
  const failed: ToldJourney = { ...passOf([held('/name')], [held('/name'), held('/id')]), status: 'fail' };
  expect(judgeResult(created, failed)).toMatchObject({ classification: { reasonCode: 'NO_EVIDENCE' } });
});

describe('the ground is VALUE only by an assertion of the plan', () => {
  const groundWith = (pointer: string) => {
    const read: StepFacts = {
      step: 'read',
      statusCode: 200,
      identitySent: true,
      assertions: [{ op: 'equals', pointer, relation: 'EQUAL' }],
    };
    return groundOf(created, { nonce: 'n', steps: [read] });
  };
  test.each([
    ['/name', 'VALUE'],
    ['/ok', 'STATUS'],
  ])('%s: %s', (pointer, ground) => {
    expect(groundWith(pointer)).toBe(ground);
  });
});
