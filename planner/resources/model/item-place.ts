import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';

/** The place of one item in a response: the body itself, or the member at `prefix`. `flat`: its schema. */
export type ItemPlace = { prefix: string; flat: FlatSchema; id: IdField | undefined };

export type IdField = {
  name: string;
  pointer: string;
  schema: JsonSchema;
  /** Where the identified object stands within the item; undefined for the item itself. */
  inside?: string;
};

/** The place of a list in a response, with its entries. `isMap`: an object whose values are the items. */
export type ListPlace = { list: string; item: ItemPlace; isMap: boolean };
