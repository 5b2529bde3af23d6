import type { JsonSchema } from '#verifier/plan/plan.ts';

import { emptySchema, type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Parameter } from '../../intake/model/operation.ts';
import {
  bareTimes,
  firstBounds,
  lastBounds,
  leastBounds,
  likeness,
  mostBounds,
  textSearches,
} from '../../vocabulary/list-words.ts';
import { isServersOwn } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { creationTimeOf } from '../responses/creation-time.ts';
import { spokenOf } from './filters-of.ts';
import { itemMembers } from '../model/item-members.ts';
import type { Resource } from '../model/resource.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';

/**
 * A list parameter that excludes items without naming an exact value:
 * - `text`: a search text;
 * - `least`, `most`: a minimum or maximum of a number. `isWithin`: the bound itself is allowed.
 * - `first`, `last`: a day from or until which items are listed. `isMade`: the day of their creation.
 */
export type Exclusion = { param: Parameter } & (
  | { by: 'text' }
  | { by: 'least' | 'most'; field: string; pointer: string; isWithin: boolean }
  | { by: 'first' | 'last'; field: string; pointer: string; isMade: boolean }
);

/** Words of bounds that exclude the bound itself: `price_gt`. */
const STRICT = new Set(['gt', 'lt']);
/**
 * Returns the parameters of a list that exclude items: `q`, `minPrice`, `starts_after`. A bound on a number counts only
 * if the create sends that number.
 */
export function exclusionsOf(schemas: SchemaStore, resource: Resource, operation: Operation): Exclusion[] {
  const { create } = resource;
  const sent = create ? sentResource(schemas, create.operation) : emptySchema();
  const numbers = itemMembers(schemas, sent).filter(
    ({ name, schema }) => isNumber(schemas.flatten(schema)) && !isServersOwn(name),
  );
  const isSearch = isPlainSearch(operation);
  return operation.parameters.flatMap((param): Exclusion[] => {
    if (param.in !== 'query' || param.json) return [];
    const flat = schemas.flatten(param.schema);
    const spoken = spokenOf(param.name);
    const words = wordsOf(spoken);
    const { format, pattern, enum: members } = flat.rest;
    const isFree = [format, pattern, members].every((one) => one === undefined);
    if (flat.types[0] === 'string' && isFree && textSearches.has(plainName(spoken)))
      return isSearch ? [{ param, by: 'text' }] : [];
    const day = dayBound(schemas, resource, sent, param);
    if (day) return [day];
    const by = words.some((word) => leastBounds.has(word)) ? 'least' : 'most';
    const bound = words.filter((word) => !leastBounds.has(word) && !mostBounds.has(word)).join('');
    const field = numbers.find(({ name }) => plainName(name) === bound);
    const isBound = isNumber(flat) && field !== undefined && bound !== plainName(spoken);
    const isWithin = !words.some((word) => STRICT.has(word));
    return isBound ? [{ param, by, field: field.name, pointer: field.pointer, isWithin }] : [];
  });
}

/** True if the search parameters of a list find exact texts: none searches by similarity or chooses the member. */
function isPlainSearch({ words, parameters }: Operation): boolean {
  const names = parameters.map(({ name }) => name);
  const isAimed = (name: string) => wordsOf(name)[0] === 'search' && !textSearches.has(plainName(name));
  return !names.some(isAimed) && ![words, ...names].flatMap(wordsOf).some((word) => likeness.has(word));
}

/**
 * Recognises a bound on a day: `starts_after` for the create's `starts_on`, `date_to` for its only day, `created_from`
 * for the item's creation time. Undefined for other parameters.
 */
function dayBound(
  schemas: SchemaStore,
  resource: Resource,
  { properties: sent, required }: FlatSchema,
  param: Parameter,
): Exclusion | undefined {
  const isDay = (schema: JsonSchema) => /^date(-time)?$/.test(String(schemas.flatten(schema).rest['format']));
  const words = wordsOf(param.name);
  const [bound, more] = words.filter((word) => firstBounds.has(word) || lastBounds.has(word));
  if (bound === undefined || more !== undefined || !isDay(param.schema) || Object.hasOwn(sent, param.name))
    return undefined;
  const stem = (all: string[]) =>
    all
      .filter((word) => !bareTimes.has(word))
      .map(singular)
      .join('');
  const rest = words.filter((word) => word !== bound);
  // A day that the create requires is the client's, even if its name sounds like the server's.
  const isClients = (name: string) =>
    schemas.flatten(sent[name] ?? true).rest['readOnly'] !== true && (required.includes(name) || !isServersOwn(name));
  const days = Object.keys(sent).filter((name) => isDay(sent[name] ?? true) && isClients(name));
  const named = days.filter((name) => stem(wordsOf(name)) === stem(rest));
  const by = firstBounds.has(bound) ? 'first' : 'last';
  const made = creationTimeOf(schemas, resource);
  if (made && rest.length > 0 && stem(wordsOf(made.name)) === stem(rest))
    return { param, by, field: made.name, pointer: pointerToken(made.name), isMade: true };
  const [field, other] = stem(rest) === '' && rest.length > 0 ? days : named;
  if (field === undefined || other !== undefined) return undefined;
  return { param, by, field, pointer: pointerToken(field), isMade: false };
}
