import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/**
 * Which write of a field a value is for: 0 = the first; 1 = the next value, for a later write of it or a second item; 2
 * for a third (planner and verifier §4.2).
 */
export type Turn = 0 | 1 | 2;

/** The conditions, beside the schema, that decide a value. */
export type Choice = {
  schemas: SchemaStore;
  turn: Turn;
  /** Values that are known already, by member name of the outermost object: carried ids, env-provided values. */
  carried: Record<string, Template>;
  /** The members of the item to be changed, by name. Next values differ from these where possible. */
  before?: Record<string, Json>;
  /**
   * Makes the value of a required reference; undefined where nothing creates the item, or where a guessed reference
   * (`isGuess`) cannot be planned.
   */
  refer?: (name: string, isGuess?: boolean, key?: string) => Template | undefined;
  /** Like `reference`, for a member that is documented as another resource is shown. */
  thing?: (flat: FlatSchema) => Template | undefined;
  /** True if a member is named after another resource: a text or number there must name one. */
  isReference?: (name: string, just: boolean) => boolean;
  /** The member that the object now being filled stands for: author of {"author": {"data": {"id": …}}}. */
  owner?: string;
  /** A member that must differ between two items, even a classifier or a visibility flag. */
  differing?: string;
  /** The member of a create's body that becomes the item's id: two items may not have the same value. */
  ownId?: string | undefined;
  /** The outermost member that alone identifies the new item: sent even if optional. */
  telling?: string | undefined;
  /** The create documents 409: every free text field may have to be unique. */
  conflicts: boolean;
  /** A second thing that goes with the first: only what must differ between two does. */
  alike?: boolean;
  /** Something else takes from it: it must hold some. */
  stocked?: boolean;
  /** The item must be visible to its creator only, where a member decides that. */
  hidden?: boolean;
  /** The values of the classifiers in the object that is being filled. */
  kinds?: string[];
  /** In forms with files: the file for a member (`SentFile`); undefined where none fits. */
  file?: ((name: string, turn: Turn) => Template | undefined) | undefined;
  /** The list shows no id of the new item, so a text must identify it there. */
  marked?: boolean;
  /** How many more values the whole may have; one object for all of its parts. */
  effort?: { left: number };
};

/**
 * A value for a field. `fields` are the scalar members sent, for the choice of assertions; `optional` = pointers of the
 * members whose value was made up although none is required, `guessed` = those of them for which the spec gives no
 * value.
 */
export type Chosen = { template: Template; fields: SentField[]; optional?: string[]; guessed?: string[] };

/** A sent scalar: its pointer and its value. */
export type SentField = {
  pointer: string;
  name: string;
  schema: JsonSchema;
  template: Template;
  /** Servers usually fill in such a member, but here only the request knows it. */
  isCallers?: true;
  /**
   * The place of the value in the body, if it is not the member itself: the name of a file, the value of a `replace`
   * operation.
   */
  sentAt?: string;
};

/** A limit on the values tried for one body or parameter: `minItems` of nested lists multiply. */
export const MOST_VALUES = 10_000;

/** Why there is no value: the pointer of the part without one; `isTooMuch`: it would take more than MOST_VALUES. */
export type Unfit = { unfit: string; isTooMuch?: true };

/** The whole, or this part of it, would take more than MOST_VALUES. */
export const TOO_MUCH: Unfit = { unfit: '', isTooMuch: true };

/** The whole would have more than MOST_VALUES values with so many more. */
export function isTooMuch({ effort }: Choice, count: number): boolean {
  return effort !== undefined && count > effort.left;
}

/** True where no value was found. */
export function isUnfit(value: Chosen | Unfit): value is Unfit {
  return 'unfit' in value;
}

/** Counts one more value of the whole; true once it has as many as it may. */
export function isSpent({ effort }: Choice): boolean {
  if (effort !== undefined) effort.left -= 1;
  return effort !== undefined && effort.left < 0;
}
