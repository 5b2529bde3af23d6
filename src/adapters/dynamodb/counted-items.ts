import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import { atVersion } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, add, type Condition, exists, less, some } from './expressions.ts';
import type { ItemKey } from './key-parts.ts';
import type { Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Write } from './writes.ts';

const room = (limit: number | null): Condition | undefined =>
  limit === null ? undefined : some(absent('count'), less('count', limit));

/** The writes that make an item and count it, as long as there are fewer than `limit`. The first one's condition tells of the limit. */
export const countedPut = (counter: ItemKey, put: Item, limit: number | null): Write[] => [
  { update: counter, changes: [add('count', 1)], if: room(limit) },
  { put, if: absent('pk') },
];

/** Makes what a `container` counts: `writes` are those of its `countedPut` and what goes with them, which has no condition. */
export const createCounted = async (
  tables: Tables,
  scope: TenantScope,
  container: ItemKey,
  writes: readonly Write[],
  alongside: Alongside,
): Promise<'DONE' | 'LIMIT' | 'GONE'> => {
  const isThere = { check: container, if: exists('pk') };
  try {
    await transactAlongside(tables, scope, [isThere, ...writes], alongside);
    return 'DONE';
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.index === 0 ? 'GONE' : 'LIMIT';
  }
};

/** The writes that remove an item and count it off, provided that it is there, at one of the versions where any are named. */
export const countedDelete = (counter: ItemKey, key: ItemKey, versions: readonly number[] | undefined): Write[] => [
  { delete: key, if: atVersion(versions) },
  { update: counter, changes: [add('count', -1)] },
];
