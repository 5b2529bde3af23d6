import type { Operation } from '../../intake/model/operation.ts';
import type { ItemName } from '../model/id-names.ts';

/** The item whose create is looked for. */
export type Wanted = ItemName & {
  /** Template of the item's path. */
  path: string;
  /** Name of the schema that the item's read answers. */
  readNames: string[];
  /** Operations on the item. */
  operations: Operation[];
};
