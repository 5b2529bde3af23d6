import { isNumber } from '../spec/flat-schema.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation, Parameter } from '../spec/spec-model.ts';
import { isServersOwn, plainName, wordsOf } from '../values/field-names.ts';
import { sentResource } from './body-wrapper.ts';
import type { Resource } from './resource.ts';
import { pointerToken } from '../spec/json-object.ts';

/**
 * A query parameter of a list by which items are left out though it asks for no value of theirs: a text that is searched for, or the least or the
 * most that a number of theirs may be.
 */
export type Exclusion = { param: Parameter } & (
  | { by: 'text' }
  | { by: 'least' | 'most'; field: string; pointer: string }
);

const SEARCHES = new Set(['q', 'search', 'searchterm', 'searchtext', 'searchquery', 'keyword', 'keywords']);
/** What finds by likeness shows the nearest, however far. */
const LIKENESS = new Set(
  'semantic semantically similar similarity nearest vector embedding fuzzy relevant relevance'.split(' '),
);
const LEAST = new Set(['min', 'minimum', 'gt', 'gte']);
const MOST = new Set(['max', 'maximum', 'lt', 'lte']);

/** The parameters of a list that leave out items; `minPrice` only where the create takes a price. */
export function exclusionsOf(schemas: SchemaStore, { create }: Resource, operation: Operation): Exclusion[] {
  const sent = create ? sentResource(schemas, create.operation).properties : {};
  const numbers = Object.keys(sent).filter(
    (name) => isNumber(schemas.flatten(sent[name] ?? true)) && !isServersOwn(name),
  );
  const isSearch = isPlainSearch(operation);
  return operation.parameters.flatMap((param): Exclusion[] => {
    if (param.in !== 'query' || param.json) return [];
    const flat = schemas.flatten(param.schema);
    const words = wordsOf(param.name);
    const { format, pattern, enum: members } = flat.rest;
    const isFree = [format, pattern, members].every((one) => one === undefined);
    if (flat.types[0] === 'string' && isFree && SEARCHES.has(plainName(param.name)))
      return isSearch ? [{ param, by: 'text' }] : [];
    const by = words.some((word) => LEAST.has(word)) ? 'least' : 'most';
    const bound = words.filter((word) => !LEAST.has(word) && !MOST.has(word)).join('');
    const field = numbers.find((name) => plainName(name) === bound);
    const isBound = isNumber(flat) && field !== undefined && bound !== plainName(param.name);
    return isBound ? [{ param, by, field, pointer: pointerToken(field) }] : [];
  });
}

/** Not by likeness, and no other parameter says what it looks at (`searchBy`). */
function isPlainSearch({ words, parameters }: Operation): boolean {
  const names = parameters.map(({ name }) => name);
  const isAimed = (name: string) => wordsOf(name)[0] === 'search' && !SEARCHES.has(plainName(name));
  return !names.some(isAimed) && ![words, ...names].flatMap(wordsOf).some((word) => LIKENESS.has(word));
}
