import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { parentPath } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { isNamedLikeChild } from '../responses/list-in-answered-parent.ts';
import { itemIn } from '../responses/response-shape.ts';

/**
 * The place at which an item shows the items that were added to it: the member's name, the list's pointer, and the id
 * within an entry. If an entry is the id itself, `pointer` is "" and `id` is absent.
 */
export type AssociationShown = { member: string; list: string; pointer: string; id?: string };

/**
 * Returns the list of `GET /issues/{id}` that shows what `PUT /issues/{id}/labels/{labelId}` adds: `labels`. `path` is
 * that of the PUT. The list is required and named like the path, and holds ids or items with ids. Undefined if none or
 * several fit, or if the read has a query parameter: then it may return a part.
 */
export function associationShown(
  schemas: SchemaStore,
  { read, isSingleton }: Resource,
  part: Resource,
  path: string,
): AssociationShown | undefined {
  if (!read || isSingleton || read.operation.parameters.some((one) => one.in === 'query')) return undefined;
  const { flat, prefix } = read.place;
  const collection = parentPath(path);
  const found = flat.required.flatMap((member): AssociationShown[] => {
    const { types, nullable, items } = schemas.flatten(flat.properties[member] ?? true);
    if (types[0] !== 'array' || nullable || items === undefined || !isNamedLikeChild(member, collection)) return [];
    const list = prefix + pointerToken(member);
    const [type] = schemas.flatten(items).types;
    if (type === schemas.flatten(part.paramSchema).types[0] && type !== 'object')
      return [{ member, list, pointer: '' }];
    const { id } = itemIn(schemas, items, part, 0);
    return id ? [{ member, list, pointer: id.pointer, id: id.name }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
