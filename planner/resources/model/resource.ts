import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { ItemPlace, ListPlace } from './item-place.ts';
import type { Create } from './create.ts';
import type { ItemAction } from './item-action.ts';
/** The operations of one kind of item: on its collection and items, or on a singleton. */
export type Resource = {
  /**
   * Shape of the collection's path ("/users/{}/todos"), or of the singleton's own path. For operations called by name:
   * the path of the create.
   */
  key: string;
  /** Singular of the path's last named segment or, for operations called by name, of the noun in it: "todo". */
  noun: string;
  /** Name of the item's own path parameter, or of the member that names the item in its place; "" for a singleton. */
  param: string;
  /** The schema of that parameter or member. */
  paramSchema: JsonSchema;
  /**
   * "id", if a request member named like `param` means something else. The path parameter then takes
   * the response's `id`.
   */
  own?: string;
  isSingleton: boolean;
  /** The member of its responses that holds what a write sends at the top: `desired`. */
  within?: string;
  create: Create | undefined;
  /** The POST on the collection, if its response shows no id and no other operation creates the items. */
  blindCreate: Operation | undefined;
  /** A further way to create items: a POST beside a PUT that creates at a chosen id, or an import. */
  otherCreate: Create | undefined;
  list: { operation: Operation; place: ListPlace } | undefined;
  /** `isText`: the response is one text, which a write sends as its whole body. */
  read: { operation: Operation; place: ItemPlace; isText?: true } | undefined;
  put: Operation | undefined;
  patch: Operation | undefined;
  remove: Operation | undefined;
  /** Set if its items wait in a queue until a worker leases them. */
  isTaken?: true;
  /** Actions on its items. */
  actions: ItemAction[];
};
