import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

/**
 * The one field of an item that an action surely changes, as far as names alone tell: a state with a member named after
 * the action, a flag, a time, an amount, or a list that it adds to.
 */
export type Transition = {
  name: string;
  /** JSON Pointer within the item. */
  pointer: string;
  schema: JsonSchema;
  kind: 'state' | 'flag' | 'time' | 'amount' | 'members';
  /**
   * Values that show that the action was done; none for times, amounts and members, where any other value than before
   * shows it.
   */
  reached: Json[];
};
