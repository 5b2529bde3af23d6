import { atVersion } from './change-records.ts';
import { absent, add, type Condition, less, some } from './expressions.ts';
import type { ItemKey } from './keys.ts';
import type { Item, Write } from './writes.ts';

const room = (limit: number | null): Condition | undefined =>
  limit === null ? undefined : some(absent('count'), less('count', limit));

/** The writes that make an item and count it, as long as there are fewer than `limit`. The first one's condition tells of the limit. */
export const countedPut = (counter: ItemKey, put: Item, limit: number | null): Write[] => [
  { update: counter, changes: [add('count', 1)], if: room(limit) },
  { put, if: absent('pk') },
];

/** The writes that remove an item and count it off, provided that it is there, at one of the versions where any are named. */
export const countedDelete = (counter: ItemKey, key: ItemKey, versions: readonly number[] | undefined): Write[] => [
  { delete: key, if: atVersion(versions) },
  { update: counter, changes: [add('count', -1)] },
];
