import { expect, test } from 'vitest';
import { isFlaky } from '#domain/coverage/journey-states.ts';
import { diffRuns } from '#domain/runs/diff-runs.ts';
import type { ResultStatus, TestCaseResult } from '#domain/runs/test-run.ts';

const run = (outcomes: Record<string, ResultStatus>): TestCaseResult[] =>
  Object.entries(outcomes).map(([id, status]) => ({ journeyRef: id, testName: id, status }) as TestCaseResult);

test.each<[ResultStatus | null, ResultStatus | null, string | undefined]>([
  ['PASSED', 'PASSED', undefined],
  ['FAILED', 'FAILED', undefined],
  ['PASSED', 'FAILED', 'REGRESSED'],
  ['PASSED', 'INCONCLUSIVE', 'REGRESSED'],
  ['PASSED', 'SKIPPED', 'REGRESSED'],
  ['INCONCLUSIVE', 'FAILED', 'REGRESSED'],
  ['FAILED', 'PASSED', 'RECOVERED'],
  ['SKIPPED', 'PASSED', 'RECOVERED'],
  ['FAILED', 'INCONCLUSIVE', 'CHANGED'],
  ['SKIPPED', 'INCONCLUSIVE', 'CHANGED'],
  [null, 'PASSED', 'NEW'],
  [null, 'FAILED', 'NEW'],
  ['PASSED', null, 'NOT_RUN'],
])('%s, then %s: %s', (before, after, kind) => {
  const { changes, counts } = diffRuns(before ? run({ a: before }) : [], after ? run({ a: after }) : []);
  expect(changes).toEqual(kind === undefined ? [] : [{ journeyId: 'a', name: 'a', kind, before, after }]);
  expect(counts.same).toBe(kind === undefined ? 1 : 0);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1);
});

test.each<[string, [ResultStatus, string | null][], string | null, boolean]>([
  [
    'passed and failed at one commit',
    [
      ['PASSED', 'a'],
      ['FAILED', 'a'],
    ],
    null,
    true,
  ],
  [
    'passed and was inconclusive at one commit',
    [
      ['INCONCLUSIVE', 'a'],
      ['PASSED', 'a'],
    ],
    null,
    true,
  ],
  [
    'failed at one commit and passed at the next',
    [
      ['PASSED', 'b'],
      ['FAILED', 'a'],
    ],
    null,
    false,
  ],
  [
    'was restless at an earlier commit',
    [
      ['PASSED', 'b'],
      ['PASSED', 'a'],
      ['FAILED', 'a'],
    ],
    null,
    false,
  ],
  [
    'lacked a variable once',
    [
      ['PASSED', 'a'],
      ['SKIPPED', 'a'],
    ],
    null,
    false,
  ],
  [
    'fails always',
    [
      ['FAILED', 'a'],
      ['FAILED', 'a'],
    ],
    null,
    false,
  ],
  [
    'names no commit',
    [
      ['PASSED', null],
      ['FAILED', null],
    ],
    null,
    false,
  ],
  ['did not repeat its failure', [['INCONCLUSIVE', null]], 'FLAKY', true],
])('a journey that %s', (_name, seen, reasonCode, flaky) => {
  expect(isFlaky({ reasonCode, outcomes: seen.map(([status, commitId]) => ({ status, commitId })) })).toBe(flaky);
});
