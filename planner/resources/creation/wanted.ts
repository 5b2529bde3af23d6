import type { Operation } from '../../intake/model/operation.ts';
import type { ItemName } from '../model/id-names.ts';

/** An item for which a create is searched. */
export type Wanted = ItemName & {
  /** Template of the item's path. */
  path: string;
  /** Names of the schemas that the item's read answers with. */
  readNames: string[];
  /** All operations on the item's path. */
  operations: Operation[];
};
