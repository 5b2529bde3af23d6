import { ServiceError } from '#contract/errors.ts';
import { sortableRunFields } from '#contract/schemas/runs.ts';
import type { TestRun } from './test-run.ts';

type Field = (typeof sortableRunFields)[number];
type Order = { field: Field; descending: boolean };

/** By another field than the start every run has to be read; beyond this it is refused. */
const mostSorted = 5_000;

/** What `sort` asks for: `field`, `field,asc`, `field,desc` or `-field` each; default `startedAt,desc`. Throws INVALID_SORT. */
export const ordersOf = (sort: string[]): Order[] => {
  const given = sort.filter((each) => each !== '').map(orderOf);
  return given.length === 0 ? [newestFirst] : given;
};

/** The order where the start alone decides. */
export const byStart = ([first, ...others]: Order[]): Order | undefined =>
  others.length === 0 && first?.field === 'startedAt' ? first : undefined;

/** Throws SORT_TOO_LARGE. */
export const requireSortable = (runs: number): void => {
  if (runs > mostSorted)
    throw new ServiceError(
      'SORT_TOO_LARGE',
      `${runs} runs are too many to sort; at most ${mostSorted}. Narrow them by startedAfter and startedBefore, or sort by startedAt.`,
    );
};

/** Runs in this order, the first field deciding; then by id. */
export const sortRuns = (runs: TestRun[], orders: Order[]): TestRun[] => {
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
