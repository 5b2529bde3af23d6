import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';

/** Where a single resource stands in a response: itself, or one level inside a wrapper. */
export type ItemPlace = { prefix: string; flat: FlatSchema; id: IdField | undefined };

export type IdField = {
  name: string;
  pointer: string;
  schema: JsonSchema;
  /** Where within the resource the member stands that holds it; undefined where that is the resource itself. */
  inside?: string;
};

/** Where a list stands in a response, and what its items look like; `isMap` = a map of items. */
export type ListPlace = { list: string; item: ItemPlace; isMap: boolean };
