import type { Resource } from './resource.ts';
import type { ResourceGraph } from './resource-graph.ts';
import { sameName } from '../../vocabulary/words-of.ts';

/** True if no other resource has the noun of this one. */
export function isOnlyOfName({ resources }: ResourceGraph, resource: Resource): boolean {
  return resources.every((one) => one === resource || !sameName(one.noun, resource.noun));
}
