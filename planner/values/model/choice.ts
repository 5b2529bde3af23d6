import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/** The value's turn: 0 for the first write, 1 for a later write or a second item, 2 for a third item. */
export type Turn = 0 | 1 | 2;

/** Input of a choice besides the schema. */
export type Choice = {
  schemas: SchemaStore;
  turn: Turn;
  /** Known values by member name of the outermost object: carried ids, env-provided values. */
  carried: Record<string, Template>;
  /** The known members of the item before an update, by name. New values differ from them where possible. */
  before?: Record<string, Json>;
  /**
   * Returns the value of a required reference such as `customerId`. Undefined if nothing creates that item, or for a
   * guess (`isGuess`) that cannot be planned.
   */
  refer?: (name: string, isGuess?: boolean, key?: string) => Template | undefined;
  /** Returns the whole item for an object member with another resource's schema. Undefined if nothing creates it. */
  thing?: (flat: FlatSchema) => Template | undefined;
  /**
   * True if a member is named after another resource, reference data or a part of an item: its value must be the key of
   * such an item. With `just`, only the name of a resource itself or of reference data counts.
   */
  isReference?: (name: string, just: boolean) => boolean;
  /** The member around the object that is being filled: "author" in `{"author": {"data": {"id": …}}}`. */
  owner?: string;
  /** A member that must differ between two items, even if it is a classifier or a flag. */
  differing?: string;
  /** The member of a create's body that becomes the item's id: two items may not have the same value. */
  ownId?: string | undefined;
  /** A member that alone identifies the new item. It is sent even if it is optional. */
  telling?: string | undefined;
  /** True if any free text may have to be unique, for example because the operation documents 409. */
  conflicts: boolean;
  /** True for a second item that belongs with the first: only what must differ does. */
  alike?: boolean;
  /** True if other steps take from the item: its stock or balance must be enough. */
  stocked?: boolean;
  /** True if the item should be hidden from others, if a member decides that. */
  hidden?: boolean;
  /** The values of the classifiers in the object that is being filled. */
  kinds?: string[];
  /** Returns the file (`SentFile`) for a member of a form with files; undefined if none fits. */
  file?: ((name: string, turn: Turn) => Template | undefined) | undefined;
  /** True if the list shows no id of the new item, so that a text must identify it there. */
  marked?: boolean;
  /** The number of values that may still be chosen. All parts of one body share it. */
  effort?: { left: number };
};

/**
 * A chosen value. `fields` are the sent values, of which assertions are chosen. `optional` has pointers of members that
 * are sent though not required. `guessed` has those of them, without flags, for which the spec gives no value.
 */
export type Chosen = { template: Template; fields: SentField[]; optional?: string[]; guessed?: string[] };

/** A sent scalar, list or example object with its pointer. */
export type SentField = {
  pointer: string;
  name: string;
  schema: JsonSchema;
  template: Template;
  /** Set if servers usually choose the value of such a member, but only the request knows this one. */
  isCallers?: true;
  /** Pointer of the value in the body if it is not `pointer`, as of a file's name or in a `replace` operation. */
  sentAt?: string;
};

/** The most values that are tried for one body or parameter. `minItems` of nested lists multiply. */
export const MOST_VALUES = 10_000;

/**
 * The result if no value was found. `unfit` is the JSON Pointer of the part without one. `isTooMuch`: it would take
 * more than MOST_VALUES.
 */
export type Unfit = { unfit: string; isTooMuch?: true };

/** The result if MOST_VALUES would be exceeded. */
export const TOO_MUCH: Unfit = { unfit: '', isTooMuch: true };

/** True if `count` more values would exceed what is left of MOST_VALUES. */
export function isTooMuch({ effort }: Choice, count: number): boolean {
  return effort !== undefined && count > effort.left;
}

/** True if no value was found. */
export function isUnfit(value: Chosen | Unfit): value is Unfit {
  return 'unfit' in value;
}

/** Counts one value. Returns true beyond MOST_VALUES. */
export function isSpent({ effort }: Choice): boolean {
  if (effort !== undefined) effort.left -= 1;
  return effort !== undefined && effort.left < 0;
}
