import { ConditionFailed } from './condition-failed.ts';
import { type Change, exists, set } from './expressions.ts';
import type { ItemKey } from './keys.ts';
import type { Attributes } from './marshall.ts';
import { recordOf } from './record.ts';
import type { Query, Table } from './table.ts';
import type { Write } from './writes.ts';

/** Sets the given fields of an item that exists: null is a value, an absent field stays as it is. The record as it is then, if any. */
export const updateRecord = async <T>(table: Table, key: ItemKey, fields: Attributes): Promise<T | undefined> => {
  const changes = Object.entries(fields).flatMap(([name, value]): Change[] =>
    value === undefined ? [] : [set(name, value)],
  );
  try {
    return recordOf<T>(await table.update(key, changes, exists('pk')));
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
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

/** All steps or none: DONE, or what the first step means whose condition did not hold. */
export const transactSteps = async <R extends string>(table: Table, steps: readonly Step<R>[]): Promise<'DONE' | R> => {
  try {
    await table.transact(steps.map(({ write }) => write));
    return 'DONE';
  } catch (error) {
    if (error instanceof ConditionFailed) return steps[error.index]!.refusal;
    throw error;
  }
};

const deletesAtOnce = 25;

/** Deletes everything that the queries find, for records that nobody can reach any more; how many went. */
export const purge = async (table: Table, queries: readonly Query[]): Promise<number> => {
  let removed = 0;
  for (const query of queries) {
    const { items } = await table.query(query);
    for (let from = 0; from < items.length; from += deletesAtOnce)
      await Promise.all(items.slice(from, from + deletesAtOnce).map((item) => table.delete(item)));
    removed += items.length;
  }
  return removed;
};
