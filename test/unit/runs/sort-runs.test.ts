import { expect, test } from 'vitest';
import { sortRuns } from '#domain/runs/sort-runs.ts';
import type { TestRun } from '#domain/runs/test-run.ts';

const many = Array.from(
  { length: 5001 },
  (_, index) => ({ runId: String(index), startedAt: String(index), passed: 1 }) as TestRun,
);

test('so many runs are sorted by their start only', () => {
  expect(sortRuns(many, [])[0]?.runId).toBe('999');
  expect(sortRuns(many.slice(1), ['passed'])).toHaveLength(5000);
  expect(() => sortRuns(many, ['passed'])).toThrow(expect.objectContaining({ code: 'SORT_TOO_LARGE' }));
  expect(() => sortRuns(many, ['startedAt', 'passed'])).toThrow(expect.objectContaining({ code: 'SORT_TOO_LARGE' }));
});
