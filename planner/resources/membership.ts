import { isIdLike, isOwnKey } from '../values/field-names.ts';
import type { Resource, ResourceGraph } from './resource.ts';

/** Where things that stand elsewhere are only put in and taken out, nothing is a thing of its own. */
export function isMembership(
  { list, read, create, patch, param }: Resource,
  producerOfField: ResourceGraph['producerOfField'],
): boolean {
  return (
    !list &&
    !read &&
    !create &&
    !patch &&
    (isIdLike(param) || isOwnKey(param)) &&
    producerOfField(param)?.create !== undefined
  );
}
