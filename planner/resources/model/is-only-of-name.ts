import { sameName } from '../../vocabulary/field-names.ts';
import type { Resource, ResourceGraph } from './resource.ts';

/** Whether no other resource is called so: what is said of the name is said of this one. */
export function isOnlyOfName({ resources }: ResourceGraph, resource: Resource): boolean {
  return resources.every((one) => one === resource || !sameName(one.noun, resource.noun));
}
