import type { Operation } from '../../intake/model/operation.ts';
import type { ItemName } from '../model/id-names.ts';

/** An item whose create is searched for. */
export type Wanted = ItemName & {
  /** Template of the item's path. */
  path: string;
  /** Name of the schema that the item's read answers with; [] if it has none. */
  readNames: string[];
  /** All operations on the item's path. */
  operations: Operation[];
};
