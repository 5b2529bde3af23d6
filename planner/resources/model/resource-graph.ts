import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { ReferenceData } from './reference-data.ts';
import type { Lease } from './lease.ts';
import type { Resource } from './resource.ts';

/** The role of an RPC-style operation, which its name and not its method tells. */
export type RpcRole = 'READ' | 'WRITE' | 'DELETE';

/** Producers and consumers of one spec (planner and verifier §4.1). */
export type ResourceGraph = {
  /** The nouns of the resources. */
  nouns: string[];
  resources: Resource[];
  /** The resources that an operation creates: usually one, but several paths may show it. */
  makers: Map<Operation, Resource[]>;
  /** Roles of RPC-style operations. */
  rpc: Map<Operation, RpcRole>;
  /** The resource whose item a path parameter of an operation names. */
  producerOf(path: string, param: string): Resource | undefined;
  /**
   * If no operation creates the item that a parameter names: the resource further down the path whose create shows its
   * id, and the place.
   */
  carrierOf(path: string, param: string): { resource: Resource; at: number } | undefined;
  /** Resources whose read links to the operation; they are created before it is called. */
  leadingTo(operation: Operation): Resource[];
  /**
   * The creatable resource that a body field such as `customerId`, or `copyNumber` where copies have numbers, refers
   * to.
   */
  producerOfField(name: string): Resource | undefined;
  /** The creatable resource whose items a body field is called like: `product`. */
  producerCalled(name: string): Resource | undefined;
  /** The resource with a create whose items have exactly this schema. */
  producerOfShape(flat: FlatSchema): Resource | undefined;
  /** The leases of all queues, and every operation that may take an item. */
  claims: Lease[];
  taking: Set<Operation>;
  /** Lists of reference data, which no operation fills. */
  stocks: ReferenceData;
};
