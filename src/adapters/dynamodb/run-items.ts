import type { ProjectScope } from '#domain/access/scope.ts';
import type { RunStatus, TestRun } from '#domain/runs/test-run.ts';
import { absent, add } from './expressions.ts';
import { indexedRun, type ItemKey, keys, monthOf } from './keys.ts';
import type { Item, Write } from './writes.ts';

/**
 * How many runs there are, counted where a page needs to know: by day in an item for each month, by quarter of an hour in one for each
 * day. An attribute is its place and the status: `05C` in a month is the completed runs of the fifth.
 */
const letters = { RUNNING: 'R', COMPLETED: 'C', FAILED: 'F' } as const satisfies Record<RunStatus, string>;

/** `2026-01-05T13:47:00.000Z` → month 2026-01, day 05, quarter 55. */
const placeOf = (startedAt: string) => {
  const [date = '', time = ''] = startedAt.split('T');
  const quarter = Number(time.slice(0, 2)) * 4 + Math.floor(Number(time.slice(3, 5)) / 15);
  return { month: date.slice(0, -3), day: date.slice(-2), quarter: String(quarter).padStart(2, '0') };
};

/** The write that lists a run, by its start and by its status. */
export const runPut = (scope: ProjectScope, run: TestRun) => {
  const { startedAt, runId, status } = run;
  const indexed = indexedRun(scope, status, startedAt, runId);
  return { put: { ...keys.run(scope, startedAt, runId), ...indexed, ...run }, if: absent('pk') };
};

/** The writes that count new runs, one for each month and each day. */
export const countRuns = (scope: ProjectScope, runs: readonly Pick<TestRun, 'startedAt' | 'status'>[]): Write[] => {
  const counts = new Map<string, { update: ItemKey; its: Map<string, number> }>();
  const count = (update: ItemKey, name: string): void => {
    const { its } = counts.get(update.sk) ?? { its: new Map<string, number>() };
    counts.set(update.sk, { update, its: its.set(name, (its.get(name) ?? 0) + 1) });
  };
  for (const { startedAt, status } of runs) {
    const { month, day, quarter } = placeOf(startedAt);
    count(keys.runMonth(scope, month), `${day}${letters[status]}`);
    count(keys.runDay(scope, `${month}-${day}`), `${quarter}${letters[status]}`);
  }
  return [...counts.values()].map(({ update, its }) => ({
    update,
    changes: [...its].map(([name, more]) => add(name, more)),
  }));
};

/** A stretch of time, `from` included and `to` not, with the runs that start in it. `day` where it is a whole day. */
export type Stretch = { from: string; to: string; count: number; day?: string };

const countsIn = (item: Item, status: RunStatus | undefined): Map<string, number> => {
  const wanted = status && letters[status];
  const counts = new Map<string, number>();
  for (const [name, value] of Object.entries(item)) {
    const [, place, letter] = /^(\d\d)([RCF])$/.exec(name) ?? [];
    if (place !== undefined && (wanted === undefined || letter === wanted))
      counts.set(place, (counts.get(place) ?? 0) + (value as number));
  }
  return counts;
};

const sorted = (counts: Map<string, number>): [string, number][] =>
  [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1));

/** The days of months that have runs, oldest first. */
export const daysOf = (months: readonly Item[], status: RunStatus | undefined): Stretch[] =>
  months.flatMap((month) =>
    sorted(countsIn(month, status)).map(([day, count]) => {
      const date = `${monthOf(month)}-${day}`;
      // Nothing of the day sorts behind it.
      return { from: `${date}T`, to: `${date}U`, count, day: date };
    }),
  );

/** The quarters of an hour of a day that have runs, oldest first. */
export const quartersOf = (date: string, item: Item | undefined, status: RunStatus | undefined): Stretch[] =>
  sorted(item ? countsIn(item, status) : new Map()).map(([quarter, count]) => ({
    from: startOf(date, Number(quarter)),
    to: startOf(date, Number(quarter) + 1),
    count,
  }));

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const startOf = (date: string, quarter: number): string =>
  `${date}T${twoDigits(Math.floor(quarter / 4))}:${twoDigits((quarter % 4) * 15)}`;
