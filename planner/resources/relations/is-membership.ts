import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isOwnKey } from '../../vocabulary/people-and-access.ts';

type Producers = Pick<ResourceGraph, 'producerOfField'>;

/** The resource that a parameter is named after, in any collection: by id or by its unique key. */
export function kindNamedBy({ producerOfField }: Producers, param: string): Resource | undefined {
  return isIdLike(param) || isOwnKey(param) ? producerOfField(param) : undefined;
}

/** True if a collection only adds and removes items that exist elsewhere. */
export function isMembership({ list, read, create, patch, param }: Resource, producers: Producers): boolean {
  return !list && !read && !create && !patch && kindNamedBy(producers, param)?.create !== undefined;
}
