import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { IdField } from './item-place.ts';

/** Where the new item's id comes from. `sent`: a body member that the client chose, by its pointer in the request. */
export type IdSource =
  | { from: 'body'; field: IdField }
  /** `unsaid`: the response is undocumented, and its body may show the id too. */
  | { from: 'location'; unsaid?: IdField }
  | { from: 'path'; param: string }
  /** No documented member is certainly the id. `field` may be it, and serves to delete the item only. */
  | { from: 'open'; field: IdField }
  /** Only the list shows the new item: the id of the entry with a sent text. */
  | { from: 'list'; pointer: string; schema: JsonSchema }
  /** Nothing shows an id. The entry of the list is found by the values that were sent. */
  | { from: 'none' }
  | { from: 'sent'; pointer: string; schema: JsonSchema };

/**
 * Where a path parameter before the item's own gets its value: from a field of the create's response, or from a
 * parameter of the create's path.
 */
export type ParentSource = { field: IdField } | { param: string };

export type Create = {
  operation: Operation;
  id: IdSource;
  /** The sources of the item path's parameters before its own, in order. Empty if the create's path has them all. */
  parents: ParentSource[];
  /** The server may ignore the request silently, so no journey asserts that an item was created. */
  mayMakeNone?: true;
};
