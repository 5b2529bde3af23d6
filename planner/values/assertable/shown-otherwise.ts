import type { Comparison } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import {
  comparisonOf,
  hidesWithin,
  isSentOrShownOnly,
  memberOf,
  refersToAnother,
  shareType,
} from './asserted-fields.ts';
import type { SentField } from '../model/choice.ts';
import { isFirstAmong, isRank, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isLifetime } from '../../vocabulary/times.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';
import { isMasked } from '../../vocabulary/people-and-access.ts';
import { copiedItems } from '../../vocabulary/resources/item-nouns.ts';

/**
 * A sent value that is compared by itself, because its field is not shown as sent: `driverId` at `/driver/id`, or a
 * member of a one-entry list. `within`: its pointer in the sent field. `pointer`: where the resource shows it.
 */
export type ShownOtherwise = { field: SentField; within: string; pointer: string; compare: Comparison };

function isOfType({ types }: FlatSchema, sent: FlatSchema): boolean {
  return types.length > 0 && sent.types.length > 0 && shareType(sent.types, types);
}

/**
 * Returns the pointer to the id in the required object that a response shows for a reference: `/driver/id` for
 * `driverId`. Undefined if none or several objects fit, if the response documents `driverId` itself, or for an object
 * that a server may copy, such as an address.
 */
function idOfThing(schemas: SchemaStore, name: string, sent: FlatSchema, shown: FlatSchema): string | undefined {
  if (copiedItems.has(wordsOf(name).at(-2) ?? '')) return undefined;
  const found = shown.required.filter((one) => {
    const { types, nullable, properties } = schemas.flatten(shown.properties[one] ?? true);
    const id = types[0] === 'object' && !nullable ? properties['id'] : undefined;
    return id !== undefined && sameName(`${one}Id`, name) && isOfType(schemas.flatten(id), sent);
  });
  return found.length === 1 && memberOf(schemas, shown, name) === undefined
    ? `${pointerToken(found[0] ?? '')}/id`
    : undefined;
}

/** Returns the members of a sent one-entry list that the response shows as sent, if it shows others differently. */
function withinEntry(schemas: SchemaStore, field: SentField, shown: FlatSchema): ShownOtherwise[] {
  const { name, pointer: at, schema, template } = field;
  const list = at === pointerToken(name) ? memberOf(schemas, shown, name) : undefined;
  const [entry, ...others] = 'array' in template ? template.array : [];
  if (list === undefined || !entry || !('object' in entry) || others.length > 0) return [];
  const [request, response] = [schema, list].map((one) => schemas.flatten(schemas.flatten(one).items ?? true));
  if (!request || !response || !hidesWithin(schemas, template, schema, list)) return [];
  return Object.entries(entry.object).flatMap(([member, value]): ShownOtherwise[] => {
    const sent = schemas.flatten(request.properties[member] ?? true);
    const documented = memberOf(schemas, response, member);
    const told = schemas.flatten(documented ?? true);
    const within = `/0${pointerToken(member)}`;
    if ('object' in value || 'array' in value) return [];
    if (refersToAnother(member, value)) {
      const id = idOfThing(schemas, member, sent, response);
      if (id !== undefined) return [{ field, within, pointer: `${at}/0${id}`, compare: 'exact' }];
    } else if (isServersOwn(member)) return [];
    if (documented === undefined || isStatusLike(member) || isMasked(member) || isLifetime(member)) return [];
    if ([sent, told].some(isSentOrShownOnly) || !isOfType(told, sent)) return [];
    if (isFirstAmong(member) || isRank(member)) return [];
    return [{ field, within, pointer: at + within, compare: comparisonOf(schemas, member, told) }];
  });
}

/**
 * Returns the sent values to compare by themselves, because their field is not shown as sent: `driverId` at
 * `/driver/id`, and members of the entry in a one-entry list.
 */
export function shownOtherwise(schemas: SchemaStore, sent: SentField[], shown: FlatSchema): ShownOtherwise[] {
  return sent.flatMap((field): ShownOtherwise[] => {
    const { name, pointer, schema, template } = field;
    const isThing = pointer === pointerToken(name) && !isPlainId(name) && refersToAnother(name, template);
    const id = isThing ? idOfThing(schemas, name, schemas.flatten(schema), shown) : undefined;
    return id === undefined
      ? withinEntry(schemas, field, shown)
      : [{ field, within: '', pointer: id, compare: 'exact' }];
  });
}
