import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isOwnKey } from '../../vocabulary/people-and-access.ts';

type Producers = Pick<ResourceGraph, 'producerOfField'>;

/**
 * Returns the creatable resource that a path parameter names by its id (`userId`) or by its key (`sku`). Undefined
 * for other parameters.
 */
export function kindNamedBy({ producerOfField }: Producers, param: string): Resource | undefined {
  return isIdLike(param) || isOwnKey(param) ? producerOfField(param) : undefined;
}

/**
 * True if a collection only adds and removes items of another resource: `PUT` and `DELETE
 * /groups/{id}/members/{userId}`. It has no list, read, create or PATCH.
 */
export function isMembership({ list, read, create, patch, param }: Resource, producers: Producers): boolean {
  return !list && !read && !create && !patch && kindNamedBy(producers, param)?.create !== undefined;
}
