import { ConditionFailed } from './condition-failed.ts';
import type { Missed } from '#domain/versioned.ts';
import { add, absent, all, type Change, type Condition, equal, exists, set, some } from './expressions.ts';
import type { ItemKey } from './key-parts.ts';
import type { Attributes } from './marshall.ts';
import { recordOf } from './record.ts';
import type { Query, Table } from './table.ts';
import type { Key, Write } from './writes.ts';

/** Every change of an item that has a version moves it. One that was written before there were versions has none: 0. */
export const nextVersion: Change = add('version', 1);

/** The item exists, at one of the versions where any are named. */
export const atVersion = (versions: readonly number[] | undefined): Condition => {
  if (versions === undefined) return exists('pk');
  const named = versions.map((version) => (version === 0 ? absent('version') : equal('version', version)));
  return all(exists('pk'), named.length === 0 ? absent('pk') : some(...named));
};

/** What a refused write on `atVersion` met: no item, or one at another version. */
export const missed = ({ oldItem }: ConditionFailed): Missed => (oldItem === undefined ? 'GONE' : 'CHANGED');

/** The outcome of writes of which only the first has a condition, `atVersion`. */
export const outcomeAtVersion = async (write: Promise<unknown>): Promise<'DONE' | Missed> => {
  try {
    await write;
    return 'DONE';
  } catch (error) {
    if (error instanceof ConditionFailed) return missed(error);
    throw error;
  }
};

/** Sets the given fields of an item that exists: null is a value, an absent field stays as it is. The record as it is then, one version on. */
export const updateRecord = async <T>(
  table: Table,
  key: ItemKey,
  fields: Attributes,
  versions: readonly number[] | undefined,
): Promise<T | Missed> => {
  const changes = Object.entries(fields).flatMap(([name, value]): Change[] =>
    value === undefined ? [] : [set(name, value)],
  );
  try {
    return recordOf<T>(await table.updateOnce(key, [...changes, nextVersion], atVersion(versions)));
  } catch (error) {
    if (error instanceof ConditionFailed) return missed(error);
    throw error;
  }
};

/** False where a condition of the write did not hold. */
export const unlessRefused = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

/** A write of a transaction, and what it means when its condition does not hold. */
export type Step<R extends string> = { refusal: R; write: Write };

/** All steps or none, by `transact`: DONE, or what the first step means whose condition did not hold. */
export const transactSteps = async <R extends string>(
  transact: (writes: Write[]) => Promise<void>,
  steps: readonly Step<R>[],
): Promise<'DONE' | R> => {
  try {
    await transact(steps.map(({ write }) => write));
    return 'DONE';
  } catch (error) {
    if (error instanceof ConditionFailed) return steps[error.index]!.refusal;
    throw error;
  }
};

const deletesAtOnce = 25;

/** Deletes items, a few at a time. */
export const removeAll = async (table: Table, items: readonly Key[]): Promise<void> => {
  for (let from = 0; from < items.length; from += deletesAtOnce)
    await Promise.all(items.slice(from, from + deletesAtOnce).map((item) => table.delete(item)));
};

/** Deletes everything that the queries find, for records that nobody can reach any more; how many went. */
export const purge = async (table: Table, queries: readonly Query[]): Promise<number> => {
  const removed = await Promise.all(
    queries.map(async (query) => {
      const { items } = await table.query(query);
      await removeAll(table, items);
      return items.length;
    }),
  );
  return removed.reduce((sum, count) => sum + count, 0);
};
