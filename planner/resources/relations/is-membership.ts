import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isOwnKey } from '../../vocabulary/people-and-access.ts';

type Producers = Pick<ResourceGraph, 'producerOfField'>;

/** Returns the creatable resource that a path parameter is named after, by id (`userId`) or by its key (`sku`). */
export function kindNamedBy({ producerOfField }: Producers, param: string): Resource | undefined {
  return isIdLike(param) || isOwnKey(param) ? producerOfField(param) : undefined;
}

/**
 * True if a collection only adds and removes items that another resource creates: `PUT` and `DELETE
 * /groups/{id}/members/{userId}`.
 */
export function isMembership({ list, read, create, patch, param }: Resource, producers: Producers): boolean {
  return !list && !read && !create && !patch && kindNamedBy(producers, param)?.create !== undefined;
}
