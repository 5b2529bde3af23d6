import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Coverage } from '#domain/coverage/coverage-rules.ts';
import { statusAfter, summarize } from '#domain/runs/run-rules.ts';
import type { ResultStatus, TestCaseResult } from '#domain/runs/test-run.ts';

const result = (status: ResultStatus, enforcement: 'ENFORCED' | 'OBSERVED' = 'ENFORCED'): TestCaseResult =>
  ({ status, enforcement }) as TestCaseResult;

describe('a run', () => {
  test('adds up: passed, failed and skipped make the total, whatever the outcomes', () => {
    const statuses: ResultStatus[] = ['PASSED', 'FAILED', 'SKIPPED', 'INCONCLUSIVE'];
    const anyResult = tuple(constantFrom(...statuses), constantFrom('ENFORCED' as const, 'OBSERVED' as const)).map(
      ([status, enforcement]) => result(status, enforcement),
    );
    assert(
      property(array(anyResult), (results) => {
        const { totalTests, passed, failed, skipped, inconclusive } = summarize(results, undefined);
        expect(passed + failed + skipped).toBe(totalTests);
        expect(totalTests).toBe(results.length);
        expect(inconclusive).toBe(results.filter(({ status }) => status === 'INCONCLUSIVE').length);
      }),
      { seed: 7 },
    );
  });

  test.each<[string, TestCaseResult[], number | undefined, string]>([
    ['with nothing decisive', [result('PASSED'), result('INCONCLUSIVE'), result('SKIPPED')], 3, 'COMPLETED'],
    ['with a decisive failure', [result('PASSED'), result('FAILED')], 1, 'FAILED'],
    ['with a decisive failure that is only OBSERVED', [result('FAILED', 'OBSERVED')], 0, 'COMPLETED'],
    ['that was stopped by a signal', [result('PASSED')], 143, 'FAILED'],
    ['without an exit code', [result('PASSED')], undefined, 'COMPLETED'],
  ])('%s has the right status', (_name, results, exitCode, status) => {
    expect(summarize(results, exitCode).status).toBe(status);
  });
});

describe('a feature', () => {
  type Row = [string, boolean, ('ENFORCED' | 'OBSERVED')[], 'SPEC_PUBLISHED' | 'VERIFIED', string];
  test.each<Row>([
    ['is VERIFIED once nothing blocks', false, [], 'SPEC_PUBLISHED', 'VERIFIED'],
    ['stays as it is while something blocks', true, [], 'SPEC_PUBLISHED', 'SPEC_PUBLISHED'],
    ['falls back by a decisive failure', true, ['ENFORCED'], 'VERIFIED', 'SPEC_PUBLISHED'],
    ['does not fall back by an inconclusive run', true, [], 'VERIFIED', 'VERIFIED'],
    ['does not fall back by an OBSERVED failure', true, ['OBSERVED'], 'VERIFIED', 'VERIFIED'],
  ])('%s', (_name, lifecycleBlocking, failing, before, after) => {
    const decisiveFailures = failing.map((enforcement) => ({ enforcement }));
    expect(statusAfter(before, { lifecycleBlocking, decisiveFailures } as Coverage)).toBe(after);
  });
});
