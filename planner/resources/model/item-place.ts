import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';

/** The place of a single resource in a response: the body, or a member of a wrapper. */
export type ItemPlace = { prefix: string; flat: FlatSchema; id: IdField | undefined };

export type IdField = {
  name: string;
  pointer: string;
  schema: JsonSchema;
  /** The place of the identifying member within the resource; undefined for the resource itself. */
  inside?: string;
};

/** The place of a list in a response, and the schema of its entries; `isMap` = a map of items. */
export type ListPlace = { list: string; item: ItemPlace; isMap: boolean };
