import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Resource } from './resource.ts';

type Find<Found> = (schemas: SchemaStore, resource: Resource, operation: Operation) => Found;

/** Returns `find` with a cache by operation and resource. The cache ignores later changes of the resource graph. */
export function foundOnce<Found extends object>(find: Find<Found>): Find<Found> {
  const known = new WeakMap<Operation, WeakMap<Resource, Found>>();
  return (schemas, resource, operation) => {
    const ofOperation = known.get(operation) ?? new WeakMap<Resource, Found>();
    known.set(operation, ofOperation);
    const found = ofOperation.get(resource) ?? find(schemas, resource, operation);
    ofOperation.set(resource, found);
    return found;
  };
}
