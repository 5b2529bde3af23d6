import type { Operation } from '../../intake/model/operation.ts';
import type { Resource } from './resource.ts';
import type { ItemPlace, ListPlace } from './item-place.ts';
import type { Transition } from './transition.ts';

/** An operation by which a worker leases an item of a queue: `POST /tasks/claim`, `POST /queues/{queue}/receive`. */
export type Lease = {
  operation: Operation;
  resource: Resource;
  /** The members of the create and of the lease request that name the queue or the kind of work. */
  routes: Route[];
  /** The place of the leased item in the response. `list` is the list around it, if several items are leased. */
  shown: Part;
  list: ListPlace | undefined;
  /** The state that leasing leads to; undefined if none is certain. */
  transition: Transition | undefined;
};

/** A part of a lease's response: the whole, an object in it, or the entries of a list. */
export type Part = { name: string; list: string | undefined; place: ItemPlace };

/**
 * The member that names the queue or the kind of work: `sent` in the create, `asked` in the lease request. If `isOnly`,
 * a lease for one value never returns an item with another value or with none.
 */
export type Route = { sent: string; asked: string; isOnly: boolean };
