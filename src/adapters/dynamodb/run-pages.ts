import type { ProjectScope } from '#domain/access/scope.ts';
import type { RunPage, RunQuery } from '#domain/ports/run-repository.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { daysOf, quartersOf, type Stretch } from './run-items.ts';
import type { Item } from './writes.ts';

/** Sorts before and behind every time. */
const [ever, forever] = ['', '~'];

/**
 * A page of the runs of a project by their start. Counters say where it begins, so that the cost does not grow with the page's number: what
 * is read of the runs themselves begins within a quarter of an hour of the page.
 */
export class RunPages {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: ProjectScope, query: RunQuery): Promise<RunPage> {
    const { status, descending, limit } = query;
    const from = query.after === undefined ? ever : new Date(query.after + 1).toISOString();
    const to = query.before === undefined ? forever : new Date(query.before).toISOString();
    if (from >= to) return { runs: [], total: 0 };
    const [months, first] = await Promise.all([
      this.#items(scope, ranges.runMonths(scope)),
      // The first page needs no counter to be found.
      query.offset > 0 || limit === 0
        ? undefined
        : this.#items(scope, { ...ranges.runsBetween(scope, status, from, to), descending, limit }),
    ]);
    const days = daysOf(months, status);
    const within = await this.#within(scope, days, { from, to, status });
    const total = within.reduce((sum, { count }) => sum + count, 0);
    if (limit === 0 || query.offset >= total) return { runs: [], total };
    if (first) return { runs: first.map((item) => recordOf<TestRun>(item)), total };
    const inOrder = descending ? within.toReversed() : within;
    const day = passed(inOrder, query.offset);
    const quarters =
      day.stretch.day === undefined ? [day.stretch] : await this.#quarters(scope, day.stretch.day, status);
    const { stretch, rest } = passed(descending ? quarters.toReversed() : quarters, day.rest);
    const range = descending ? { from, to: stretch.to } : { from: stretch.from, to };
    const key = ranges.runsBetween(scope, status, range.from, range.to);
    const items = await this.#items(scope, { ...key, descending, limit: rest + limit });
    return { runs: items.slice(rest).map((item) => recordOf<TestRun>(item)), total };
  }

  /** The stretches between two times; days that those cut are taken apart, and a quarter that they cut is counted. */
  async #within(
    scope: ProjectScope,
    days: Stretch[],
    { from, to, status }: { from: string; to: string; status: RunQuery['status'] },
  ): Promise<Stretch[]> {
    const cut = (stretch: Stretch): boolean => stretch.from < from || stretch.to > to;
    const touches = (stretch: Stretch): boolean => stretch.to > from && stretch.from < to;
    const apart = await Promise.all(
      days.filter(touches).map(async (day) => (cut(day) ? this.#quarters(scope, day.day!, status) : [day])),
    );
    return Promise.all(
      apart
        .flat()
        .filter(touches)
        .map(async (stretch) => {
          if (!cut(stretch)) return stretch;
          const inside = { from: later(stretch.from, from), to: earlier(stretch.to, to) };
          const items = await this.#items(scope, ranges.runsBetween(scope, status, inside.from, inside.to));
          return { ...inside, count: items.length };
        }),
    );
  }

  async #quarters(scope: ProjectScope, date: string, status: RunQuery['status']): Promise<Stretch[]> {
    return quartersOf(date, await this.#tables(scope.tenantId).get(keys.runDay(scope, date)), status);
  }

  async #items(scope: ProjectScope, query: Parameters<ReturnType<Tables>['query']>[0]): Promise<readonly Item[]> {
    return (await this.#tables(scope.tenantId).query(query)).items;
  }
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** The stretch in which the run at this place is, and its place within. */
const passed = (stretches: readonly Stretch[], offset: number): { stretch: Stretch; rest: number } => {
  let rest = offset;
  for (const stretch of stretches) {
    if (rest < stretch.count) return { stretch, rest };
    rest -= stretch.count;
  }
  throw new Error(`The counters of runs do not agree: ${rest} runs are missing.`);
};
