import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/** Which value of a field: 0 for the first write; 1 for a later write or a second item; 2 for a third. */
export type Turn = 0 | 1 | 2;

/** What decides a value, beside the schema. */
export type Choice = {
  schemas: SchemaStore;
  turn: Turn;
  /** Values that are known already, by member name of the outermost object: carried ids, env-provided values. */
  carried: Record<string, Template>;
  /** The members of the item before an update, by name. New values differ from them where possible. */
  before?: Record<string, Json>;
  /**
   * Returns the value of a required reference such as `customerId`. Undefined if nothing creates that item. Undefined
   * also for a guess (`isGuess`) that cannot be planned.
   */
  refer?: (name: string, isGuess?: boolean, key?: string) => Template | undefined;
  /** Like `refer`, for an object member that has the schema of another resource. */
  thing?: (flat: FlatSchema) => Template | undefined;
  /** True if a member is named after another resource: its value must be the key of such an item. */
  isReference?: (name: string, just: boolean) => boolean;
  /** The member around the object that is being filled: "author" in `{"author": {"data": {"id": …}}}`. */
  owner?: string;
  /** The name of a member that must differ between two items, even if it is a classifier or a flag. */
  differing?: string;
  /** The member of a create's body that becomes the item's id: two items may not have the same value. */
  ownId?: string | undefined;
  /** A member that alone identifies the new item. It is sent even if optional. */
  telling?: string | undefined;
  /** The create documents 409: any free text may have to be unique. */
  conflicts: boolean;
  /** The value is for a second item that belongs with the first: only what must differ does. */
  alike?: boolean;
  /** Other steps take from the item: its stock or balance must be enough. */
  stocked?: boolean;
  /** The item is to be hidden from others, if a member decides that. */
  hidden?: boolean;
  /** The values of the classifiers in the object that is being filled. */
  kinds?: string[];
  /** In forms with files: the file for a member (`SentFile`); undefined where none fits. */
  file?: ((name: string, turn: Turn) => Template | undefined) | undefined;
  /** The list shows no id of the new item, so a text must identify it there. */
  marked?: boolean;
  /** How many more values may be chosen. All parts of one body count down together. */
  effort?: { left: number };
};

/**
 * A chosen value. `fields`: the sent scalars, from which assertions are chosen. `optional`: pointers of members that
 * are sent though not required. `guessed`: those of them for which the spec gives no value.
 */
export type Chosen = { template: Template; fields: SentField[]; optional?: string[]; guessed?: string[] };

/** A sent scalar with its pointer. */
export type SentField = {
  pointer: string;
  name: string;
  schema: JsonSchema;
  template: Template;
  /** Servers usually set a member of this name, but this value is known to the request only. */
  isCallers?: true;
  /**
   * The pointer of the value in the body if it is not `pointer`: the name of a file, the value of a `replace`
   * operation.
   */
  sentAt?: string;
};

/** Limits the values tried for one body or parameter. `minItems` of nested lists multiply. */
export const MOST_VALUES = 10_000;

/**
 * No value was found. `unfit`: the JSON Pointer of the part without one. `isTooMuch`: MOST_VALUES would be exceeded.
 */
export type Unfit = { unfit: string; isTooMuch?: true };

/** The result if MOST_VALUES would be exceeded. */
export const TOO_MUCH: Unfit = { unfit: '', isTooMuch: true };

/** True if `count` more values would exceed MOST_VALUES. */
export function isTooMuch({ effort }: Choice, count: number): boolean {
  return effort !== undefined && count > effort.left;
}

/** True if no value was found. */
export function isUnfit(value: Chosen | Unfit): value is Unfit {
  return 'unfit' in value;
}

/** Counts one value down. Returns true if MOST_VALUES is exceeded. */
export function isSpent({ effort }: Choice): boolean {
  if (effort !== undefined) effort.left -= 1;
  return effort !== undefined && effort.left < 0;
}
