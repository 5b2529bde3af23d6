import type { ProjectScope } from '#domain/access/scope.ts';
import type { RunStatus, TestRun } from '#domain/runs/test-run.ts';
import { shortestRetentionDays } from '#domain/billing/tiers.ts';
import { absent, add, type Change, type Condition, set } from './expressions.ts';
import * as keys from './keys.ts';
import { indexedRun, openWork } from './index-keys.ts';
import { type ItemKey, monthOf } from './key-parts.ts';
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

type Counted = Pick<TestRun, 'startedAt' | 'status' | 'recordedAt'>;

/** The writes that count runs, one for each month and each day; `by` -1 counts them off. */
const counting = (scope: ProjectScope, runs: readonly Counted[], by: 1 | -1) => {
  const counts = new Map<string, { update: ItemKey; day?: string; its: Map<string, number>; lastRecordedAt: string }>();
  const count = (update: ItemKey, name: string, recordedAt: string, day?: string): void => {
    const { its, lastRecordedAt = '' } = counts.get(update.sk) ?? { its: new Map<string, number>() };
    its.set(name, (its.get(name) ?? 0) + by);
    const last = lastRecordedAt > recordedAt ? lastRecordedAt : recordedAt;
    counts.set(update.sk, { update, its, lastRecordedAt: last, ...(day && { day }) });
  };
  for (const { startedAt, status, recordedAt } of runs) {
    const { month, day, quarter } = placeOf(startedAt);
    count(keys.runMonth(scope, month), `${day}${letters[status]}`, recordedAt);
    count(keys.runDay(scope, `${month}-${day}`), `${quarter}${letters[status]}`, recordedAt, `${month}-${day}`);
  }
  return [...counts.values()].map(({ its, ...rest }) => ({
    ...rest,
    changes: [...its].map(([name, more]) => add(name, more)),
  }));
};

/** The writes that count new runs. A day is looked at again when a run that was recorded last on it may be over. */
export const countRuns = (scope: ProjectScope, runs: readonly Counted[]): Write[] =>
  counting(scope, runs, 1).map(({ update, changes, day, lastRecordedAt }) => ({
    update,
    changes:
      day === undefined
        ? changes
        : [...changes, ...dueChanges(scope, day, firstLook(lastRecordedAt)), set('lastRecordedAt', lastRecordedAt)],
  }));

/** The writes that count runs off, as long as the condition holds for each of their days. */
export const uncountRuns = (scope: ProjectScope, runs: readonly Counted[], onDay: Condition): Write[] =>
  counting(scope, runs, -1).map(({ update, changes, day }) => ({
    update,
    changes,
    ...(day !== undefined && { if: onDay }),
  }));

const firstLook = (lastRecordedAt: string): Date =>
  new Date(Date.parse(lastRecordedAt) + shortestRetentionDays * 24 * 3600 * 1000);

/** A day of runs is open work from this time on. */
export const dueChanges = ({ tenantId, workspaceId, projectId }: ProjectScope, date: string, at: Date): Change[] => {
  const { gsi1pk, gsi1sk } = openWork('RUNS', at.toISOString(), tenantId, workspaceId, projectId, date);
  return [set('gsi1pk', gsi1pk), set('gsi1sk', gsi1sk)];
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
