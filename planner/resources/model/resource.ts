import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Operation } from '../../intake/model/spec-model.ts';
import type { Claim } from '../actions/queue-leases.ts';
import type { Create } from '../creation/create-of.ts';
import type { ItemAction } from '../actions/item-actions.ts';
import type { ItemPlace, ListPlace } from '../responses/response-shape.ts';
import type { Stocks } from '../relations/reference-data.ts';

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
  /** Where a PUT to a chosen id makes the items: the POST that makes them, too, and does not tell which id it chose; else their import. */
  otherCreate: Create | undefined;
  list: { operation: Operation; place: ListPlace } | undefined;
  /** `isText` = it shows as a whole the text that a write takes as a whole. */
  read: { operation: Operation; place: ItemPlace; isText?: true } | undefined;
  put: Operation | undefined;
  patch: Operation | undefined;
  remove: Operation | undefined;
  /** Its items wait until somebody takes them. */
  isTaken?: true;
  /** What brings its items into another state. */
  actions: ItemAction[];
};

/** What an operation does whose method does not say it, because its name does. */
export type RpcRole = 'READ' | 'WRITE' | 'DELETE';

/** Producers and consumers of one spec (planner and verifier §4.1). */
export type ResourceGraph = {
  /** What the kinds of things are called. */
  nouns: string[];
  resources: Resource[];
  /** What an operation makes, by its own create or beside it: usually one kind of thing, but several paths may show it. */
  makers: Map<Operation, Resource[]>;
  /** What operations do that are called by name. */
  rpc: Map<Operation, RpcRole>;
  /** The resource whose item a path parameter of an operation names. */
  producerOf(path: string, param: string): Resource | undefined;
  /** Where no operation makes what the parameter names: the resource further down the path whose create tells it, and its place in the path. */
  carrierOf(path: string, param: string): { resource: Resource; at: number } | undefined;
  /** Things whose own read links to the operation, which stands elsewhere: they are there before it is called. */
  leadingTo(operation: Operation): Resource[];
  /** The creatable resource that a body field such as `customerId`, or `copyNumber` where copies have numbers, refers to. */
  producerOfField(name: string): Resource | undefined;
  /** The creatable resource whose items a body field is called like: `product`. */
  producerCalled(name: string): Resource | undefined;
  /** The creatable resource whose items are shown by the very schema that this one is. */
  producerOfShape(flat: FlatSchema): Resource | undefined;
  /** How things are taken that wait for whoever comes, and every operation that may take one. */
  claims: Claim[];
  taking: Set<Operation>;
  /** Lists of things that are there without any operation of the spec. */
  stocks: Stocks;
};
