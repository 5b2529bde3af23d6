import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

/**
 * The one field of an item that, judged by names, an action changes: a state named after the action, a flag, a time, an
 * amount, or a list that grows.
 */
export type Transition = {
  name: string;
  /** JSON Pointer within the item. */
  pointer: string;
  schema: JsonSchema;
  kind: 'state' | 'flag' | 'time' | 'amount' | 'members';
  /**
   * Values of the field that show that the action was done. Empty for times, amounts and members: any changed value
   * shows it there. For a restored deletion mark: false, or null for a time.
   */
  reached: Json[];
};
