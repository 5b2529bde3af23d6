import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { ReferenceData } from './reference-data.ts';
import type { Lease } from './lease.ts';
import type { Resource } from './resource.ts';

/** What an operation called by name does. Its name tells, not its method: `POST /orders.get` is a READ. */
export type RpcRole = 'READ' | 'WRITE' | 'DELETE';

/** What is known about the operations of one spec: its resources, and which one provides a value. */
export type ResourceGraph = {
  /** The nouns of the resources. */
  nouns: string[];
  resources: Resource[];
  /** The resources of which an operation is the create. Usually one: several paths may show the same items. */
  makers: Map<Operation, Resource[]>;
  /** The roles of operations called by name. */
  rpc: Map<Operation, RpcRole>;
  /** The resource whose create provides the value of a path parameter. Undefined if none does. */
  producerOf(path: string, param: string): Resource | undefined;
  /**
   * For a path parameter whose item no operation creates: a resource further down the path whose create's response
   * shows the id. `at`: the parameter's index in the path.
   */
  carrierOf(path: string, param: string): { resource: Resource; at: number } | undefined;
  /**
   * Returns the resources whose read's response links to the operation. Their items are created before it is called.
   */
  leadingTo(operation: Operation): Resource[];
  /** The creatable resource that a body member refers to: customers for `customerId`, copies for `copyNumber`. */
  producerOfField(name: string): Resource | undefined;
  /** The creatable resource that a body member is named after: products for `product`. People's roles do not count. */
  producerCalled(name: string): Resource | undefined;
  /** The creatable resource whose read returns exactly this schema. */
  producerOfShape(flat: FlatSchema): Resource | undefined;
  /** The leases of all queues. In `taking`: every operation that may lease an item. */
  claims: Lease[];
  taking: Set<Operation>;
  /** Lists whose items no operation creates. */
  stocks: ReferenceData;
};
