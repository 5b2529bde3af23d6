import type { JsonSchema } from '#verifier/plan/plan.ts';

import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Parameter } from '../../intake/model/operation.ts';
import { bounds, meantAsBounds, notFilters, representations } from '../../vocabulary/list-words.ts';
import { isUpperEnd } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { bodyWrapper } from '../model/body-wrapper.ts';
import { foundOnce } from '../model/found-once.ts';
import { isLink, type ItemMember, itemMembers } from '../model/item-members.ts';
import { isPagingParameter } from './paging-of.ts';
import type { Resource } from '../model/resource.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/** A query parameter that lists only items whose field has the given value: `?status=open`. */
export type FieldFilter = {
  param: Parameter;
  /** Name of the item's field; `pointer` is its JSON Pointer within the item. */
  field: string;
  pointer: string;
  held: JsonSchema;
  /** True if the field is a list and the filter takes one of its values: `?tag=a` for `tags`. */
  isMember: boolean;
};

/** Returns "status" for `filter[status]` and `filter.status`; any other name unchanged. */
export function spokenOf(name: string): string {
  return /^filters?(?:\[([^[\]]+)\]|\.(.+))$/.exec(name)?.slice(1).find(Boolean) ?? name;
}

function asksForValue(name: string, { param: { schema } }: { param: Parameter }, schemas: SchemaStore): boolean {
  const words = wordsOf(name);
  if (isNumber(schemas.flatten(schema)) && meantAsBounds.has(singular(words.at(-1) ?? ''))) return false;
  if (notFilters.has(words.join('')) || isUpperEnd(name) || words.some((word) => bounds.has(word))) return false;
  const { types, rest } = schemas.flatten(schema);
  // `archived=true` may list archived items beside the others. A flag with the default true may only hide a member.
  return types[0] !== 'boolean' || !(isHiding(name) || rest['default'] === true);
}

function scalarOf(schemas: SchemaStore, schema: JsonSchema): { type: string; isArray: boolean } | undefined {
  const flat = schemas.flatten(schema);
  const [type] = flat.types;
  // `oneOf` of an id and a name, both texts, is one scalar type.
  const [first, ...others] = type === undefined ? flat.alternatives.map((one) => schemas.flatten(one).types[0]) : [];
  if (first !== undefined && others.every((one) => one === first)) return scalarOf(schemas, { type: first });
  if (type === 'array') {
    const [inner] = schemas.flatten(flat.items ?? true).types;
    return inner === undefined || inner === 'object' || inner === 'array' ? undefined : { type: inner, isArray: true };
  }
  return type === undefined || type === 'object' ? undefined : { type, isArray: false };
}

/**
 * Returns the fields that the create sends or the list shows. Links to other items are left out: a filter may take a
 * linked item's name or its id.
 */
function fieldsOf(schemas: SchemaStore, { create, list }: Resource): ItemMember[] {
  const body = create?.operation.body;
  const sent = create && body ? [bodyWrapper(schemas, create.operation)?.schema ?? body.schema] : [];
  const listed = list ? [list.place.item.flat] : [];
  const fields = [...sent.map((schema) => schemas.flatten(schema)), ...listed].flatMap((flat) =>
    itemMembers(schemas, flat),
  );
  return fields.filter(({ pointer }) => !isLink(pointer));
}

function filterOf(schemas: SchemaStore, param: Parameter, fields: ItemMember[]): FieldFilter | undefined {
  const name = spokenOf(param.name);
  const spoken = plainName(name);
  const isNamed = (field: string) => plainName(field) === spoken;
  // `?tag=a` filters by the list member `tags`.
  const isOneOf = (one: ItemMember) =>
    isNamed(singular(one.name)) && !representations.has(spoken) && scalarOf(schemas, one.schema)?.isArray === true;
  const found = fields.find((one) => isNamed(one.name)) ?? fields.find(isOneOf);
  if (found === undefined || !asksForValue(name, { param }, schemas)) return undefined;
  const [asked, held] = [scalarOf(schemas, param.schema), scalarOf(schemas, found.schema)];
  if (!asked || !held || asked.type !== held.type) return undefined;
  // Servers write several values in one parameter differently. One value is unambiguous with style form and explode.
  if (asked.isArray && !(param.style === 'form' && param.explode)) return undefined;
  return { param, field: found.name, pointer: found.pointer, held: found.schema, isMember: held.isArray };
}

/** Returns the query parameters of a list that filter by the value of a field of the same name: `?status=open`. */
export const filtersOf = foundOnce(findFilters);

function findFilters(schemas: SchemaStore, resource: Resource, operation: Operation): FieldFilter[] {
  const fields = fieldsOf(schemas, resource);
  return operation.parameters
    .filter((param) => param.in === 'query' && !param.json && !isPagingParameter(param))
    .flatMap((param) => filterOf(schemas, param, fields) ?? []);
}
