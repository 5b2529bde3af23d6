import { ServiceError } from '#contract/errors.ts';
import { sortableRunFields } from '#contract/schemas/runs.ts';
import type { TestRun } from './test-run.ts';

type Field = (typeof sortableRunFields)[number];
type Order = { field: Field; descending: boolean };

/** By another field than the start every run has to be read; beyond this it is refused. */
const mostSorted = 5_000;

/**
 * Runs in the order of `sort`: `field`, `field,asc`, `field,desc` or `-field` each, the first of them deciding; default
 * `startedAt,desc`. Throws INVALID_SORT, SORT_TOO_LARGE.
 */
export const sortRuns = (runs: TestRun[], sort: string[]): TestRun[] => {
  const given = sort.filter((each) => each !== '').map(orderOf);
  const orders = given.length === 0 ? [newestFirst] : given;
  if (orders.some(({ field }) => field !== 'startedAt') && runs.length > mostSorted)
    throw new ServiceError(
      'SORT_TOO_LARGE',
      `${runs.length} runs are too many to sort; at most ${mostSorted}. Narrow them by startedAfter and startedBefore, or sort by startedAt.`,
    );
  const last = { field: 'runId', descending: orders.at(-1)!.descending } as const;
  return runs.toSorted((left, right) => {
    for (const { field, descending } of [...orders, last]) {
      const found = compare(left[field], right[field]);
      if (found !== 0) return descending ? -found : found;
    }
    return 0;
  });
};

const newestFirst: Order = { field: 'startedAt', descending: true };

const orderOf = (sort: string): Order => {
  const [, minus, name, direction] = /^(-?)(\w+)(?:,(asc|desc))?$/i.exec(sort) ?? [];
  const field = sortableRunFields.find((known) => known === name);
  if (field === undefined || (minus === '-' && direction !== undefined))
    throw new ServiceError(
      'INVALID_SORT',
      `Sort by one of ${sortableRunFields.join(', ')}, as in sort=startedAt,desc or sort=-startedAt.`,
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
