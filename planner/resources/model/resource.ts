import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { ItemPlace, ListPlace } from './item-place.ts';
import type { Create } from './create.ts';
import type { ItemAction } from './item-action.ts';
/** Everything the spec documents about one kind of item: its collection and operations, or a singleton. */
export type Resource = {
  /** Shape of the collection's path ("/users/{}/todos"), or of the singleton's own path. */
  key: string;
  /** Singular of the path's last named segment: "todo". */
  noun: string;
  /** Name of the item's own path parameter; "" for a singleton. */
  param: string;
  /** The schema of that parameter. */
  paramSchema: JsonSchema;
  /**
   * "id", if the path parameter means the response's `id` and a request member of the parameter's name means something
   * else.
   */
  own?: string;
  isSingleton: boolean;
  /** The member of its responses that holds what a write sends at the top: `desired`. */
  within?: string;
  create: Create | undefined;
  /** The POST on the collection if its response shows no id. */
  blindCreate: Operation | undefined;
  /**
   * For items that PUT creates at a chosen id: a POST that creates them too, without showing the id. Or their import.
   */
  otherCreate: Create | undefined;
  list: { operation: Operation; place: ListPlace } | undefined;
  /** `isText`: the response is one text, which a write sends as its whole body. */
  read: { operation: Operation; place: ItemPlace; isText?: true } | undefined;
  put: Operation | undefined;
  patch: Operation | undefined;
  remove: Operation | undefined;
  /** Its items wait in a queue until a worker leases them. */
  isTaken?: true;
  /** Actions on its items. */
  actions: ItemAction[];
};
