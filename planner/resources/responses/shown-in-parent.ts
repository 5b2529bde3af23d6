import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isNamedLikeChild } from './list-in-answered-parent.ts';
import { mayComeLater } from './child-count.ts';
import { isModerated } from './is-moderated.ts';
import { paramsOf, parentPath } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { isSameThing, itemIn, successBody } from './response-shape.ts';
import type { ListPlace } from '../model/item-place.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';

/**
 * A resource whose items the read of their parent shows in its list `member`. `child` is the resource with
 * that read as its list.
 */
export type ShownInParent = { child: Resource; parent: Resource; member: string };

/**
 * Returns the list in the parent's read that shows items without a read or list: `lines` of `GET
 * /orders/{id}`. Undefined if the list is optional, may be only a part, shows another schema than the create's
 * response, or may hide new items.
 */
export function shownInParent(
  graph: ResourceGraph,
  schemas: SchemaStore,
  resource: Resource,
): ShownInParent | undefined {
  const { create, read, list, isSingleton } = resource;
  if (!create || read || list || isSingleton || !['body', 'list'].includes(create.id.from)) return undefined;
  const answered = successBody(create.operation) ?? true;
  const { method, path, responses } = create.operation;
  const param = paramsOf(path).at(-1);
  if (method !== 'POST' || responses['202'] !== undefined || param === undefined) return undefined;
  const parent = parentPath(path).endsWith('}') ? graph.producerOf(path, param) : undefined;
  const shown = parent?.create && !parent.isSingleton ? parent.read : undefined;
  if (!parent || !shown || shown.operation.parameters.some((one) => one.in === 'query')) return undefined;
  const { flat, prefix } = shown.place;
  const own = itemIn(schemas, answered, resource).flat;
  const found = flat.required.flatMap((member): (ShownInParent & { place: ListPlace })[] => {
    const { types, nullable, items } = schemas.flatten(flat.properties[member] ?? true);
    if (types[0] !== 'array' || nullable || !isNamedLikeChild(member, path)) return [];
    const item = itemIn(schemas, items ?? true, resource, 0);
    const place = { list: prefix + pointerToken(member), isMap: false, item };
    return item.id && (create.id.from === 'list' || isSameThing(item.flat, own))
      ? [{ child: resource, parent, member, place }]
      : [];
  });
  const [one, ...others] = found;
  if (!one || others.length > 0) return undefined;
  const { place, ...told } = one;
  const child = { ...resource, list: { operation: shown.operation, place } };
  return isModerated(schemas, child) || mayComeLater(schemas, child) ? undefined : { ...told, child };
}
