import type { Operation } from '../../intake/model/operation.ts';
import type { Resource } from './resource.ts';
import type { ItemPlace, ListPlace } from './item-place.ts';
import type { Transition } from './transition.ts';

/** How somebody takes one of the things that wait for whoever comes: `POST /tasks/claim`, `POST /queues/{queue}/receive`. */
export type Lease = {
  operation: Operation;
  resource: Resource;
  /** The members by which a thing says where it waits, and who takes one says where from. */
  routes: Route[];
  /** Where its answer shows what was taken, and the list of several in which it does. */
  shown: Part;
  list: ListPlace | undefined;
  /** The state that what is taken surely comes to. */
  transition: Transition | undefined;
};

/** A part of a claim's answer: itself, an object in it, or what a list in it holds. */
export type Part = { name: string; list: string | undefined; place: ItemPlace };

/** Its name in the create and in the claim; `isOnly` = nothing that says otherwise, or says nothing, can be taken from there. */
export type Route = { sent: string; asked: string; isOnly: boolean };
