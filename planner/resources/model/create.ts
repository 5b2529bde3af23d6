import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { IdField } from './item-place.ts';

/** Where the new item's id comes from; `sent` = a body member that the client chose (pointer into the body). */
export type IdSource =
  | { from: 'body'; field: IdField }
  /** `unsaid`: the response is undocumented, and its body may show the id too. */
  | { from: 'location'; unsaid?: IdField }
  | { from: 'path'; param: string }
  /** Nothing documented tells it. A member that the spec leaves open may, which serves to take the item away again. */
  | { from: 'open'; field: IdField }
  /** Only the list shows the new item: the id of the entry with a sent text. */
  | { from: 'list'; pointer: string; schema: JsonSchema }
  /** Nothing has an id: what was sent finds the entry of the list. */
  | { from: 'none' }
  | { from: 'sent'; pointer: string; schema: JsonSchema };

/** Where the value of a path parameter above the item's own comes from: the create's answer, or its own path. */
export type ParentSource = { field: IdField } | { param: string };

export type Create = {
  operation: Operation;
  id: IdSource;
  /** For a create that stands elsewhere than its items: the parameters of the item's path before its own, in order. */
  parents: ParentSource[];
  /** The server may ignore the request silently, so the creation is not asserted. */
  mayMakeNone?: true;
};
