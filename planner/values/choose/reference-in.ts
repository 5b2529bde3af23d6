import type { Template } from '#verifier/plan/plan.ts';

import { KNOWN_BY } from '../../resources/model/id-names.ts';
import { ATTRIBUTES, RELATIONSHIPS } from '../../resources/model/item-members.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Choice, SentField } from '../model/choice.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';

/** Members that hold the fields of the object around them. */
const HOLDERS = new Set(['data', ATTRIBUTES, RELATIONSHIPS]);

/** True for `data`, `attributes` and `relationships`: they hold the fields of the object around them. */
export function isHolder(name: string): boolean {
  return HOLDERS.has(name);
}

/** True for the `relationships` member of a JSON:API resource that requires some. */
export function isLinking(schemas: SchemaStore, name: string, { properties, required }: FlatSchema): boolean {
  const isLink = (one: string) => Object.hasOwn(schemas.flatten(properties[one] ?? true).properties, 'data');
  return name === RELATIONSHIPS && required.length > 0 && required.every(isLink);
}

/** Renames the id of a JSON:API relationship after the link: `/relationships/author/data/id` becomes `authorId`. */
export function linkNamed(field: SentField): SentField {
  const [, link] = /^\/relationships\/([^/]+)\/data\/id$/.exec(field.pointer) ?? [];
  return link === undefined ? field : { ...field, name: `${link}Id` };
}

/**
 * Returns the only required member by which an object refers to an item: `key` of `{"key": …}`. Undefined if it is an
 * id, or if another member is neither an id, nor a name or the like (`KNOWN_BY`), nor read-only.
 */
export function keyIn({ schemas }: Choice, { properties, required }: FlatSchema): string | undefined {
  const [key] = required;
  if (key === undefined || required.length > 1 || isIdLike(key)) return undefined;
  const isName = (one: string) =>
    one === key ||
    isPlainId(one) ||
    KNOWN_BY.includes(one) ||
    schemas.flatten(properties[one] ?? true).rest['readOnly'];
  return Object.keys(properties).every(isName) ? key : undefined;
}

/**
 * Returns the value for an id or key inside an object that refers to another item: to an author in `{"author": {"id":
 * …}}`, to people in `{"type": "people", "id": …}`. Undefined for other members, and if nothing creates the item.
 */
export function referenceIn(choice: Choice, name: string, flat: FlatSchema, around?: FlatSchema): Template | undefined {
  const { refer, owner, schemas } = choice;
  const isScalar = flat.types[0] === 'string' || flat.types[0] === 'integer';
  if (!refer || !isScalar || flat.rest['enum'] !== undefined || flat.rest['const'] !== undefined) return undefined;
  if (isIdLike(name) && !isPlainId(name)) return refer(name);
  if (owner === undefined) return undefined;
  if (!isIdLike(name)) return around && keyIn(choice, around) === name ? refer(singular(owner), true, name) : undefined;
  const named = refer(`${singular(owner)}Id`);
  const { enum: members, const: constant } = schemas.flatten(around?.properties['type'] ?? true).rest;
  const [kind = constant, ...others] = Array.isArray(members) ? members : [];
  const isOne = typeof kind === 'string' && others.length === 0;
  return named ?? (isOne ? refer(`${singular(kind)}Id`, true) : undefined);
}
