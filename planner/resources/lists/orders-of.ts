import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { fallFlags, orderDirections, putFirst, sortParameters } from '../../vocabulary/list-words.ts';
import { isPlace, isServersOwn } from '../../vocabulary/field-names.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { isLink, itemMembers } from '../model/item-members.ts';
import type { Resource } from '../model/resource.ts';
import { membersOf } from '../responses/shown-item.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';

/** A required member of the create by which a list can be sorted, with the query for ascending and descending order. */
export type Order = {
  field: string;
  pointer: string;
  rising: Record<string, string>;
  falling: Record<string, string>;
};

type Member = { text: string; field: string; falls: boolean | undefined };

/** Reads a sort value: "name", "-name", "name:desc", "name_asc". `falls` is undefined if the text has no direction. */
function read(text: string): Member {
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const [, field = body, direction] = /^(.+)[^a-z0-9](asc|desc)$/i.exec(body) ?? [];
  const said = direction === undefined ? undefined : direction.toLowerCase() === 'desc';
  return { text, field: plainName(field), falls: sign === '' ? said : sign === '-' };
}

/**
 * Returns the fields by which a list documents both sort orders. They are numbers or texts that the create requires and
 * the items show. Empty if a member such as `pinned` may put items first.
 */
export function ordersOf(schemas: SchemaStore, { create, list }: Resource, operation: Operation): Order[] {
  const body = create && sentResource(schemas, create.operation);
  const sent = body ? itemMembers(schemas, body) : [];
  if (!list || sent.some(({ name }) => wordsOf(name).some((word) => putFirst.has(word)))) return [];
  const shown = new Set(itemMembers(schemas, list.place.item.flat).map(({ pointer }) => pointer));
  const asked = operation.parameters
    .filter((param) => param.in === 'query' && !param.json)
    .map(({ name, schema }) => {
      const flat = schemas.flatten(schema);
      // A parameter that takes a list of sort keys is sent with one key.
      return { name, flat, members: membersOf(schemas.flatten(flat.items ?? schema)) };
    });
  const directions = asked.flatMap(({ name, flat, members }) => {
    if (flat.types[0] === 'boolean' && fallFlags.has(plainName(name).replace(/^is/, '')))
      return [{ name, up: 'false', down: 'true' }];
    const [up, down] = ['asc', 'desc'].map((way) => members.find((one) => one.toLowerCase() === way));
    return orderDirections.has(plainName(name)) && up !== undefined && down !== undefined ? [{ name, up, down }] : [];
  });
  const sorts = asked.filter(
    ({ name }) => sortParameters.has(plainName(name)) && directions.every((one) => one.name !== name),
  );
  const fields = sent.filter(({ name, pointer, schema, isRequired }) => {
    const flat = schemas.flatten(schema);
    const isFree = flat.types[0] === 'string' && flat.rest['enum'] === undefined;
    const isKept = isRequired && !isServersOwn(name) && !isPlace(name) && shown.has(pointer);
    return isKept && !isLink(pointer) && (isFree || isNumber(flat));
  });
  return sorts.flatMap(({ name, members }) =>
    fields.flatMap(({ name: field, pointer }): Order[] => {
      const own = members.map(read).filter((one) => one.field === plainName(field));
      const up = own.find(({ falls }) => falls !== true);
      const down = own.find(({ falls }) => falls === true);
      if (up && down) return [{ field, pointer, rising: { [name]: up.text }, falling: { [name]: down.text } }];
      const [way] = directions;
      if (!up || !way) return [];
      const by = (direction: string) => ({ [name]: up.text, [way.name]: direction });
      return [{ field, pointer, rising: by(way.up), falling: by(way.down) }];
    }),
  );
}
