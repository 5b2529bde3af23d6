import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/** A field of an item; `pointer` is relative to the item. */
export type ItemMember = { name: string; pointer: string; schema: JsonSchema; isRequired: boolean };

/** The member of a JSON:API resource that holds its fields, beside its `id` and `type`. */
export const ATTRIBUTES = 'attributes';

const known = new WeakMap<FlatSchema, ItemMember[]>();

/** The member of a JSON:API resource that holds its links: `relationships.author.data` with `type` and `id`. */
export const RELATIONSHIPS = 'relationships';

/**
 * Returns the fields of an item. For a JSON:API resource, these include its attributes and the id of each linked item,
 * under the link's name.
 */
export function itemMembers(schemas: SchemaStore, flat: FlatSchema): ItemMember[] {
  const found = known.get(flat) ?? findMembers(schemas, flat);
  known.set(flat, found);
  return found;
}

function findMembers(schemas: SchemaStore, flat: FlatSchema): ItemMember[] {
  const inside = (name: string) => {
    const held = Object.hasOwn(flat.properties, 'type') ? flat.properties[name] : undefined;
    return held === undefined ? [] : membersOf(schemas.flatten(held), pointerToken(name));
  };
  return [
    ...membersOf(flat, ''),
    ...inside(ATTRIBUTES),
    ...inside(RELATIONSHIPS).flatMap((link) => linkedId(schemas, link)),
  ];
}

/** Returns the id of the linked item as a field with the link's name; [] for a link to several items. */
function linkedId(schemas: SchemaStore, link: ItemMember): ItemMember[] {
  const data = schemas.flatten(link.schema).properties['data'];
  const { properties } = schemas.flatten(data ?? true);
  const id = Object.hasOwn(properties, 'type') ? properties['id'] : undefined;
  return id === undefined ? [] : [{ ...link, pointer: `${link.pointer}/data/id`, schema: id }];
}

/**
 * Returns the members of an item's inner objects, such as an envelope `fields`. An object with an id is another item
 * and is left out.
 */
export function membersWithin(schemas: SchemaStore, flat: FlatSchema): ItemMember[] {
  return membersOf(flat, '').flatMap(({ pointer, schema }) => {
    const held = schemas.flatten(schema);
    const isThing = held.types[0] !== 'object' || Object.keys(held.properties).some(isPlainId);
    return isThing ? [] : membersOf(held, pointer);
  });
}

/** True if the schema documents a member at the pointer. */
export function documents(schemas: SchemaStore, flat: FlatSchema, pointer: string): boolean {
  const [first = '', ...rest] = segmentsOf(pointer);
  const schema = Object.hasOwn(flat.properties, first) ? flat.properties[first] : undefined;
  if (schema === undefined || rest.length === 0) return schema !== undefined;
  return documents(schemas, schemas.flatten(schema), rest.map(pointerToken).join(''));
}

function membersOf({ properties, required }: FlatSchema, within: string): ItemMember[] {
  return Object.keys(properties)
    .sort()
    .map((name) => ({
      name,
      pointer: within + pointerToken(name),
      schema: properties[name] ?? true,
      isRequired: required.includes(name),
    }));
}

/** True if a pointer leads into the links of a JSON:API item. */
export function isLink(pointer: string): boolean {
  return pointer.startsWith(`${pointerToken(RELATIONSHIPS)}/`);
}
