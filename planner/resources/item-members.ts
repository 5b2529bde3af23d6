import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../spec/flat-schema.ts';
import { pointerToken } from '../spec/json-object.ts';
import type { SchemaStore } from '../spec/schema-store.ts';

/** A field of an item; `pointer` is relative to the item. */
export type ItemMember = { name: string; pointer: string; schema: JsonSchema; isRequired: boolean };

/** The member in which a JSON:API resource holds its fields, beside its `id` and `type`. */
export const ATTRIBUTES = 'attributes';

const known = new WeakMap<FlatSchema, ItemMember[]>();

/** The fields of an item by name, those of a JSON:API resource among them. */
export function itemMembers(schemas: SchemaStore, flat: FlatSchema): ItemMember[] {
  const found = known.get(flat) ?? findMembers(schemas, flat);
  known.set(flat, found);
  return found;
}

function findMembers(schemas: SchemaStore, flat: FlatSchema): ItemMember[] {
  const attributes = Object.hasOwn(flat.properties, 'type') ? flat.properties[ATTRIBUTES] : undefined;
  return [
    ...membersOf(flat, ''),
    ...(attributes === undefined ? [] : membersOf(schemas.flatten(attributes), pointerToken(ATTRIBUTES))),
  ];
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
