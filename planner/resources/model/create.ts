import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { IdField } from './item-place.ts';

/**
 * Source of a new item's id: the response's body or Location header, the create's path, the list, or
 * the request (`sent`).
 */
export type IdSource =
  | { from: 'body'; field: IdField }
  /** `unsaid` is the field that the body may have too: the document does not describe the body. */
  | { from: 'location'; unsaid?: IdField }
  | { from: 'path'; param: string }
  /** No documented member is surely the id. `field` may be it, and serves only to delete the item. */
  | { from: 'open'; field: IdField }
  /** The list shows the id, in the entry that has values from the request. */
  | { from: 'list'; pointer: string; schema: JsonSchema }
  /** Nothing shows an id. The entry of the list is found by the values that were sent. */
  | { from: 'none' }
  | { from: 'sent'; pointer: string; schema: JsonSchema };

/** Source of a path parameter before the item's own: a field of the create's response, or a parameter of its path. */
export type ParentSource = { field: IdField } | { param: string };

export type Create = {
  operation: Operation;
  id: IdSource;
  /** Sources of the parameters before the item's own, in order. If it is empty, the create's path has them all. */
  parents: ParentSource[];
  /** Set if the server may silently ignore the request: no journey asserts that an item was created. */
  mayMakeNone?: true;
};
