import { expect, test } from 'vitest';
import { ordersOf, requireSortable, sortRuns } from '#domain/runs/sort-runs.ts';
import type { TestRun } from '#domain/runs/test-run.ts';

const many = Array.from(
  { length: 5001 },
  (_, index) => ({ runId: String(index), startedAt: String(index), passed: 1 }) as TestRun,
);

test('so many runs are sorted by their start only', () => {
  expect(sortRuns(many, ordersOf([]))[0]?.runId).toBe('999');
  expect(() => requireSortable(5000)).not.toThrow();
  expect(() => requireSortable(5001)).toThrow(expect.objectContaining({ code: 'SORT_TOO_LARGE' }));
});
