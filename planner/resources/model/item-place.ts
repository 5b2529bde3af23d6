import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';

/** The place of one item in a response: the body itself, or the member at `prefix`. `flat` is the item's schema. */
export type ItemPlace = { prefix: string; flat: FlatSchema; id: IdField | undefined };

export type IdField = {
  name: string;
  pointer: string;
  schema: JsonSchema;
  /** Pointer, within the item, of the object that the id identifies. Undefined for the item itself. */
  inside?: string;
};

/** The place of a list in a response, with its entries. If `isMap`, it is an object whose values are the items. */
export type ListPlace = { list: string; item: ItemPlace; isMap: boolean };
