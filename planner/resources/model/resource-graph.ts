import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { ReferenceData } from './reference-data.ts';
import type { Lease } from './lease.ts';
import type { Resource } from './resource.ts';

/** Role of an operation that is called by name. The name decides, not the method: `POST /orders.get` is a READ. */
export type RpcRole = 'READ' | 'WRITE' | 'DELETE';

/** The resources of one spec, and functions that tell which resource provides a value. */
export type ResourceGraph = {
  /** The nouns of the resources. */
  nouns: string[];
  resources: Resource[];
  /** The resources by their creates. A create usually has one resource, but several paths may show the same items. */
  makers: Map<Operation, Resource[]>;
  /** The roles of operations called by name. */
  rpc: Map<Operation, RpcRole>;
  /** Returns the resource whose create provides the value of a path parameter. Undefined if none does. */
  producerOf(path: string, param: string): Resource | undefined;
  /**
   * For a path parameter: returns the first resource further down the path whose create has a source of its value
   * (`parents`), such as the response. `at` is the parameter's index in the path. Undefined if there is none.
   */
  carrierOf(path: string, param: string): { resource: Resource; at: number } | undefined;
  /**
   * Returns the creatable resources whose read links to the operation (see `linkingResources`). Journeys create their
   * items before they call it.
   */
  leadingTo(operation: Operation): Resource[];
  /**
   * Returns the creatable resource that a body member refers to: customers for `customerId`, copies for `copyNumber`.
   */
  producerOfField(name: string): Resource | undefined;
  /**
   * Returns the creatable resource that has a body member's name: products for `product`, but no users for `author`.
   */
  producerCalled(name: string): Resource | undefined;
  /** Returns the creatable resource whose read returns the members of this schema. Undefined if none does. */
  producerOfShape(flat: FlatSchema): Resource | undefined;
  /** The leases of all queues. `taking` has every operation that may lease an item. */
  claims: Lease[];
  taking: Set<Operation>;
  /** Lists whose items no operation creates. */
  stocks: ReferenceData;
};
