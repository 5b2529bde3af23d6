import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { ItemPlace, ListPlace } from './item-place.ts';
import type { Create } from './create.ts';
import type { ItemAction } from './item-action.ts';
/** Everything the spec documents about one kind of thing: a collection and its items, or a singleton. */
export type Resource = {
  /** Shape of the collection's path ("/users/{}/todos"), or of the singleton's own path. */
  key: string;
  /** Singular of the last named segment, for names and matching. */
  noun: string;
  /** Name of the item's own path parameter; "" for a singleton. */
  param: string;
  /** The parameter's schema. */
  paramSchema: JsonSchema;
  /** Its own id, where a member called like the parameter is sent and means something elsewhere. */
  own?: string;
  isSingleton: boolean;
  /** The member of its answers that holds what a write sends at the top: `desired`. */
  within?: string;
  create: Create | undefined;
  /** A create whose response shows no id: nothing can be read back. */
  blindCreate: Operation | undefined;
  /** If PUT creates the items at a chosen id: a POST that creates them without telling the id, or their import. */
  otherCreate: Create | undefined;
  list: { operation: Operation; place: ListPlace } | undefined;
  /** `isText` = it shows as a whole the text that a write takes as a whole. */
  read: { operation: Operation; place: ItemPlace; isText?: true } | undefined;
  put: Operation | undefined;
  patch: Operation | undefined;
  remove: Operation | undefined;
  /** Its items wait until somebody takes them. */
  isTaken?: true;
  /** Actions that change the state of its items. */
  actions: ItemAction[];
};
