import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Resource } from '../model/resource.ts';
import { isTelling, itemIn, successBody } from './response-shape.ts';

/** Returns the texts of a field's enum, without null; [] without an enum. */
export function membersOf(flat: FlatSchema): string[] {
  const { enum: members } = flat.rest;
  return Array.isArray(members) ? members.filter((member) => typeof member === 'string') : [];
}

/**
 * Returns the item's schema: that of its read, else of its create's response, else of its list. A read without
 * documented members does not count if there is a list, nor does the response of a create whose id only the list shows.
 */
export function shownItem(schemas: SchemaStore, resource: Resource): FlatSchema | undefined {
  const { read, list, create } = resource;
  if (read && (!list || isTelling(read.place.flat))) return read.place.flat;
  const created = create && successBody(create.operation);
  return created === undefined || create?.id.from === 'list'
    ? list?.place.item.flat
    : itemIn(schemas, created, resource).flat;
}
