import type { Json } from '#verifier/plan/plan.ts';
import { ATTRIBUTES } from '../../resources/model/item-members.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { isFreelyNamed } from '../../intake/schema/is-open-member.ts';
import type { Choice } from '../model/choice.ts';
import { decimalsOf } from '../numbers-and-ranges/decimals-of.ts';
import { isPlainText, isServersOwn, isStatusLike, mayBeAnyText } from '../../vocabulary/field-names.ts';
import { isFileMember } from '../files/choose-file.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isJsonText, knownTexts } from '../../vocabulary/known-texts.ts';
import { isPrivate } from './hidden-value.ts';
import { namesAnother } from './names-another.ts';
import { isLinking } from './reference-in.ts';
import { isGivenBySpec } from './is-given-by-spec.ts';
import { isExpiry } from '../../vocabulary/times.ts';
import { isIdentity, isIdLike } from '../../vocabulary/identifiers.ts';
import { isAccess, isHiding, isOwnersKey } from '../../vocabulary/people-and-access.ts';

/** Formats whose placeholder is valid for any member. */
const PLAIN_FORMATS = new Set('date date-time time email ipv4 ipv6 hostname uri url'.split(' '));

/** The most levels to which optional objects are filled. */
const MAX_OPTIONAL_DEPTH = 2;

/**
 * True for an optional member that is sent: the spec gives its value, or a server probably stores any value unchanged.
 * Other members are left out, since a wrong guess is refused or corrected silently.
 */
export function isWorthSending(choice: Choice, name: string, flat: FlatSchema, nearby: Json[], depth = 0): boolean {
  const { schemas } = choice;
  if (isFileMember(choice, flat)) return choice.file?.(name, choice.turn) !== undefined;
  if (flat.rest['readOnly'] === true || isServersOwn(name) || isStatusLike(name) || isOwnersKey(name)) return false;
  const [type] = flat.types;
  if (type === 'boolean') return !isHiding(name) || (choice.hidden === true && isPrivate(name));
  // An example of a reference names an item that does not exist here.
  if (namesAnother(choice, name, flat)) return false;
  if (isExpiry(name) && !/^date(-time)?$/.test(String(flat.rest['format']))) return false;
  if (isGivenBySpec(flat, nearby)) return true;
  if (isNumber(flat) || (type === 'string' && decimalsOf(flat.rest['pattern']) !== undefined)) return true;
  const [branch] = flat.alternatives;
  if (type === undefined && branch !== undefined) return isNumber(schemas.flatten(branch));
  if (type === undefined) return isPlainText(name) && Object.keys(flat.rest).length === 0;
  // In JSON:API, `attributes` has the fields of the resource.
  if (type === 'object')
    return (
      name === ATTRIBUTES ||
      isLinking(choice.schemas, name, flat) ||
      (!isAccess(name) && isPlainObject(choice, flat, depth))
    );
  if (type === 'array') return isPlainArray(choice, name, flat, depth);
  const { format } = flat.rest;
  if (type !== 'string' || [name, format].some((one) => typeof one === 'string' && isJsonText(one))) return false;
  if (typeof format === 'string' && format !== '') return PLAIN_FORMATS.has(format) || knownTexts(format).length > 0;
  return isPlainText(name) || isIdentity(name) || knownTexts(name).length > 0 || mayBeAnyText(name);
}

function isPlainArray(choice: Choice, name: string, flat: FlatSchema, depth: number): boolean {
  const items = choice.schemas.flatten(flat.items ?? true);
  // Entries that belong to this item alone are sent: opening hours of a shop, steps of a recipe.
  if (items.types[0] === 'object') return !isAccess(name) && isPlainObject(choice, items, depth);
  return (isPlainText(singular(name)) && isFreeText(items)) || Array.isArray(items.rest['enum']);
}

/**
 * True if the object has members worth sending, all required ones among them, and none of its members is an id. False
 * for a schema with alternatives, and from MAX_OPTIONAL_DEPTH on.
 */
function isPlainObject(choice: Choice, flat: FlatSchema, depth: number): boolean {
  if (depth >= MAX_OPTIONAL_DEPTH || flat.alternatives.length > 0) return false;
  const names = new Set(Object.keys(flat.properties).filter((name) => !isFreelyNamed(flat.properties[name])));
  if ([...names].some(isIdLike) || flat.required.some((name) => !names.has(name))) return false;
  const worth = (name: string) =>
    isWorthSending(choice, name, choice.schemas.flatten(flat.properties[name] ?? true), [], depth + 1);
  return [...names].some(worth) && flat.required.every(worth);
}

export function isFreeText(flat: FlatSchema): boolean {
  const { enum: members, const: constant, format } = flat.rest;
  const isOpen = members === undefined && constant === undefined && format === undefined;
  return isOpen && flat.types[0] === 'string' && decimalsOf(flat.rest['pattern']) === undefined;
}
