import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { Choice } from '../model/choice.ts';
import { isProseLike, isThing } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';

/** True if a member probably refers to another item: only the key of such an item is valid. */
export function namesAnother({ isReference }: Choice, name: string, { types, rest }: FlatSchema): boolean {
  if (isNumber({ types }))
    return rest['maximum'] === undefined && (isThing(name) || isReference?.(name, true) === true);
  // A member such as `note` is prose, even if a resource has that name.
  const isText = types[0] === 'string' ? !isProseLike(name) : types[0] === 'array';
  return isText && rest['enum'] === undefined && isReference?.(singular(name), false) === true;
}

/**
 * True if an object, or the entry of a list, has the id of another item. An example would name an item that
 * does not exist here.
 */
export function namesOthers({ schemas, isReference }: Choice, flat: FlatSchema): boolean {
  const { properties } = flat.types[0] === 'array' ? schemas.flatten(flat.items ?? true) : flat;
  return Object.keys(properties).some((name) => isIdLike(name) && isReference?.(name, false) === true);
}
