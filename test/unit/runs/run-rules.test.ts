import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Coverage } from '#domain/coverage/coverage-rules.ts';
import { statusAfter, summarize } from '#domain/runs/run-rules.ts';
import type { ResultStatus, TestCaseResult } from '#domain/runs/test-run.ts';

const result = (status: ResultStatus, enforcement: 'ENFORCED' | 'OBSERVED' = 'ENFORCED'): TestCaseResult =>
  ({ status, enforcement, isToldFailed: false }) as TestCaseResult;

describe('a run', () => {
  test('adds up: each count is that of its status, and together they make the total', () => {
    const statuses: ResultStatus[] = ['PASSED', 'FAILED', 'SKIPPED', 'INCONCLUSIVE'];
    const anyResult = tuple(constantFrom(...statuses), constantFrom('ENFORCED' as const, 'OBSERVED' as const)).map(
      ([status, enforcement]) => result(status, enforcement),
    );
    assert(
      property(array(anyResult), (results) => {
        const { totalTests, passed, failed, skipped, inconclusive } = summarize(results, undefined);
        const count = (wanted: ResultStatus) => results.filter(({ status }) => status === wanted).length;
        expect([passed, failed, skipped, inconclusive]).toEqual(statuses.map(count));
        expect(passed + failed + skipped + inconclusive).toBe(totalTests);
      }),
      { seed: 7 },
    );
  });

  test.each<[string, TestCaseResult[], number | undefined, string]>([
    ['with nothing decisive', [result('PASSED'), result('INCONCLUSIVE'), result('SKIPPED')], 3, 'COMPLETED'],
    ['with a decisive failure', [result('PASSED'), result('FAILED')], 1, 'FAILED'],
    ['with a decisive failure that is only OBSERVED', [result('FAILED', 'OBSERVED')], 0, 'COMPLETED'],
    ['with what is only told to have failed', [{ ...result('INCONCLUSIVE'), isToldFailed: true }], 3, 'FAILED'],
    ['that was stopped by a signal', [result('PASSED')], 143, 'FAILED'],
    ['without an exit code', [result('PASSED')], undefined, 'COMPLETED'],
  ])('%s has the right status', (_name, results, exitCode, status) => {
    expect(summarize(results, exitCode).status).toBe(status);
  });
});

test('a feature is VERIFIED while nothing blocks, and falls back as soon as something does', () => {
  expect(statusAfter({ lifecycleBlocking: false } as Coverage)).toBe('VERIFIED');
  expect(statusAfter({ lifecycleBlocking: true } as Coverage)).toBe('SPEC_PUBLISHED');
});
