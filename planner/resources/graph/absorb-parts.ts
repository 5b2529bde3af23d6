import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { agree } from '../model/id-names.ts';
import { paramsOf, shapeOf, shapeUpTo } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { singletonResource } from './singleton-resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';

/**
 * Finds resources that are parts of another item: `/preferences/{userId}` is a part of the user. No operation creates
 * or lists them, and their path parameter is named after the other item's id. Each is removed from `resources` and, if
 * possible, added as a singleton. Returns the owning resources by the shape of the part's path.
 */
export function absorbParts(
  schemas: SchemaStore,
  byShape: Map<string, Operation[]>,
  resources: Map<string, Resource>,
  producerOfField: ResourceGraph['producerOfField'],
): Map<string, Resource> {
  const owners = new Map<string, Resource>();
  for (const resource of resources.values()) {
    const path = resource.read?.operation.path;
    const owner = path === undefined ? undefined : ownerOf(schemas, resource, path, producerOfField);
    if (path === undefined || !owner) continue;
    owners.set(shapeOf(path), owner);
    resources.delete(resource.key);
    const part = singletonResource(schemas, byShape, path);
    if (part) resources.set(part.key, part);
  }
  return owners;
}

function ownerOf(
  schemas: SchemaStore,
  { key, noun, create, blindCreate, isSingleton, list, param, paramSchema, actions }: Resource,
  path: string,
  producerOfField: ResourceGraph['producerOfField'],
): Resource | undefined {
  if (create || blindCreate || isSingleton || list || actions.length > 0) return undefined;
  const words = wordsOf(param).slice(0, -1);
  const isAnothers = isIdLike(param) && words.length > 0 && !sameName(words.join('_'), noun);
  if (!isAnothers || !shapeOf(path).startsWith(key)) return undefined;
  const owner = producerOfField(param);
  const isFit = owner?.create && standsBeside(path, owner) && agree(schemas, paramSchema, owner.paramSchema);
  return isFit ? owner : undefined;
}

/** True if the part at `path` and the resource `key` have the same parents. */
function standsBeside(path: string, { key }: Resource): boolean {
  const above = paramsOf(path).slice(0, -1);
  const last = above.at(-1);
  return paramsOf(key).length === above.length && (last === undefined || key.startsWith(`${shapeUpTo(path, last)}/`));
}
