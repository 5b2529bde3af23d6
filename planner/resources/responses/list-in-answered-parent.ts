import { pointerToken } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { ItemName } from '../model/id-names.ts';
import { isItemPath, nounSegment, parentPath, shapeOf } from '../model/path-template.ts';
import { isSameThing, itemIn, successBody } from './response-shape.ts';
import type { ListPlace } from '../model/item-place.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';

/** True if a member is named after the children at a path: `lines` or `orderLines` for `/orders/{id}/lines`. */
export function isNamedLikeChild(member: string, collection: string): boolean {
  const [words, segment] = [wordsOf(member), nounSegment(collection)];
  const own = wordsOf(segment).length;
  const before = words.slice(0, -own).join('_');
  const parent = singular(nounSegment(parentPath(collection)));
  return sameName(words.slice(-own).join('_'), segment) && (before === '' || sameName(before, parent));
}

/**
 * Returns the list in a create's response that shows the new item, if `POST /carts/{id}/items` answers the cart.
 * Undefined if the response lacks the schema of the parent's read, and for a folder in a folder.
 */
export function listInAnsweredParent(
  { schemas, operations }: SpecModel,
  operation: Operation,
  item: ItemName,
): ListPlace | undefined {
  const collection = isItemPath(operation.path) ? parentPath(operation.path) : operation.path;
  const above = parentPath(collection);
  const body = above.endsWith('}') ? successBody(operation) : undefined;
  if (body === undefined) return undefined;
  const flat = schemas.flatten(body);
  const [list, ...others] = Object.keys(flat.properties).flatMap((name): ListPlace[] => {
    const { types, items } = schemas.flatten(flat.properties[name] ?? true);
    if (types[0] !== 'array' || items === undefined || !isNamedLikeChild(name, collection)) return [];
    return [{ list: pointerToken(name), isMap: false, item: itemIn(schemas, items, item, 0) }];
  });
  if (!list?.item.id || others.length > 0 || isSameThing(list.item.flat, flat)) return undefined;
  const isRead = ({ method, path }: Operation) => method === 'GET' && shapeOf(path) === shapeOf(above);
  const shown = successBody(operations.find(isRead) ?? operation);
  const parent = schemas.flatten(shown ?? true);
  return operations.some(isRead) && isSameThing(flat, parent) ? list : undefined;
}
