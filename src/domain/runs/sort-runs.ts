import { ServiceError } from '#contract/errors.ts';
import type { TestRun } from './test-run.ts';

const fields = [
  'startedAt',
  'completedAt',
  'durationMs',
  'status',
  'branch',
  'totalTests',
  'passed',
  'failed',
  'skipped',
] as const;
type Field = (typeof fields)[number];
type Order = { field: Field; descending: boolean };

/** By another field than the start every run has to be read; beyond this it is refused. */
const mostSorted = 5_000;

/** Runs in the order of `sort`: `field`, `field,asc`, `field,desc` or `-field`; default `startedAt,desc`. Throws INVALID_SORT, SORT_TOO_LARGE. */
export const sortRuns = (runs: TestRun[], sort: string | undefined): TestRun[] => {
  const { field, descending } = sort === undefined || sort === '' ? newestFirst : orderOf(sort);
  if (field !== 'startedAt' && runs.length > mostSorted)
    throw new ServiceError(
      'SORT_TOO_LARGE',
      `${runs.length} runs are too many to sort by ${field}; at most ${mostSorted}. Narrow them by startedAfter and startedBefore.`,
    );
  const direction = descending ? -1 : 1;
  return runs.toSorted(
    (left, right) => direction * (compare(left[field], right[field]) || compare(left.runId, right.runId)),
  );
};

const newestFirst: Order = { field: 'startedAt', descending: true };

const orderOf = (sort: string): Order => {
  const [, minus, name, direction] = /^(-?)(\w+)(?:,(asc|desc))?$/i.exec(sort) ?? [];
  const field = fields.find((known) => known === name);
  if (field === undefined || (minus === '-' && direction !== undefined))
    throw new ServiceError(
      'INVALID_SORT',
      `Sort by one of ${fields.join(', ')}, as in sort=startedAt,desc or sort=-startedAt.`,
      [{ in: 'query', name: 'sort', code: 'INVALID', message: 'is no known field and direction' }],
    );
  return { field, descending: minus === '-' || direction?.toLowerCase() === 'desc' };
};

/** What is not known comes first. */
const compare = (left: string | number | null, right: string | number | null): number => {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left < right ? -1 : 1;
};
