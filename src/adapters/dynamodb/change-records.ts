import { ConditionFailed } from './condition-failed.ts';
import { type Change, exists, set } from './expressions.ts';
import type { ItemKey } from './keys.ts';
import type { Attributes } from './marshall.ts';
import { recordOf } from './record.ts';
import type { Query, Table } from './table.ts';

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

const deletesAtOnce = 25;

/** Deletes everything that the queries find; for records that nobody can reach any more. */
export const purge = async (table: Table, queries: readonly Query[]): Promise<void> => {
  for (const query of queries) {
    const { items } = await table.query(query);
    for (let from = 0; from < items.length; from += deletesAtOnce) {
      await Promise.all(items.slice(from, from + deletesAtOnce).map((item) => table.delete(item)));
    }
  }
};
