import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';

/** The place of an item in a response or list entry: the whole, or the member at `prefix`. `flat` is its schema. */
export type ItemPlace = { prefix: string; flat: FlatSchema; id: IdField | undefined };

export type IdField = {
  name: string;
  pointer: string;
  schema: JsonSchema;
  /** Pointer, within the item, of the object that holds the id: `/metadata`. Undefined if the item itself holds it. */
  inside?: string;
};

/** The place of a list in a response, with its entries. If `isMap`, it is an object whose values are the items. */
export type ListPlace = { list: string; item: ItemPlace; isMap: boolean };
