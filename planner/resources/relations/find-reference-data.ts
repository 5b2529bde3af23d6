import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { knownTexts } from '../../vocabulary/known-texts.ts';
import { singular } from '../../vocabulary/singular.ts';
import { agree, KNOWN_BY } from '../model/id-names.ts';
import { nounSegment, paramsOf, shapeOf } from '../model/path-template.ts';
import { idIn, listIn, successBody } from '../responses/response-shape.ts';
import type { ReferenceList, ReferenceValue, ReferenceData } from '../model/reference-data.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { realPeople, templates } from '../../vocabulary/resources/item-nouns.ts';

/** Returns the shapes of all paths with a write (any method but GET and HEAD), and of all paths above these. */
function writtenShapes(operations: Operation[]): Set<string> {
  const shapes = operations.flatMap(({ method, path }) =>
    method === 'GET' || method === 'HEAD' ? [] : [shapeOf(path)],
  );
  return new Set(
    shapes.flatMap((shape) => {
      const segments = shape.split('/');
      return segments.map((_, at) => segments.slice(0, at + 1).join('/'));
    }),
  );
}

/**
 * Returns the lists of reference data: `GET /countries`. Such a list has no path parameter and no required
 * parameter, and no operation writes at or below its path. Lists of people are left out. Of several with one
 * noun, the first is taken.
 */
export function findReferenceData({ operations, schemas }: SpecModel): ReferenceData {
  const written = writtenShapes(operations);
  const found = operations.flatMap((operation): [string, ReferenceList][] => {
    const { method, path, parameters } = operation;
    const body = successBody(operation);
    const noun = singular(nounSegment(path));
    const isFree = method === 'GET' && paramsOf(path).length === 0 && parameters.every(({ required }) => !required);
    if (!isFree || written.has(shapeOf(path)) || body === undefined) return [];
    if (wordsOf(noun).some((word) => realPeople.has(word))) return [];
    const place = listIn(schemas, body, { noun, param: noun, paramSchema: true }, []);
    return place ? [[plainName(noun), { operation, noun, place }]] : [];
  });
  return new Map(found.toReversed());
}

function isKey(words: string[]): boolean {
  return words.length > 1 && KNOWN_BY.includes(words.at(-1) ?? '');
}

/** Returns the words of a member's name without its key: "category" of `categoryId`, "country" of `country_code`. */
function thingIn(name: string): string[] {
  const words = wordsOf(name);
  return isIdLike(name) || isKey(words) ? words.slice(0, -1) : words;
}

/**
 * Returns the reference list that a field refers to: countries for `country_code` and `shippingCountry`. Undefined for
 * other fields.
 */
function stockNamed(stocks: ReferenceData, name: string): ReferenceList | undefined {
  const own = thingIn(name);
  return own.map((_, at) => stocks.get(own.slice(at).join(''))).find((found) => found !== undefined);
}

/**
 * True if a member is named after a reference list and a key (`country_code`), or after the list alone (`category`). A
 * bare name with known texts, such as `country`, does not count.
 */
export function namesReferenceData(stocks: ReferenceData, name: string): boolean {
  if (isKey(wordsOf(name))) return stockNamed(stocks, name) !== undefined;
  return stocks.has(plainName(name)) && knownTexts(name).length === 0;
}

/**
 * True if a member of this name may select an item of the list: `kernelSpec` for kernel specs. A word for a template
 * (`spec`, `model_id`) may select from any list.
 */
export function maySelectFrom({ noun }: ReferenceList, name: string): boolean {
  const own = thingIn(name);
  return templates.has(own.at(-1) ?? '') || own.join('').endsWith(plainName(noun));
}

/**
 * Returns the value that a field takes from the reference list that it is named after. Undefined without such a list,
 * or if the types differ.
 */
export function referenceDataFor(
  schemas: SchemaStore,
  stocks: ReferenceData,
  name: string,
  schema: JsonSchema,
): ReferenceValue | undefined {
  const stock = stockNamed(stocks, name);
  return stock && valueOf(schemas, stock, name, schema);
}

/**
 * Returns the list of templates from which items are created: `GET /kernelspecs` for "kernel". Undefined without one.
 */
export function modelsOf(stocks: ReferenceData, noun: string): ReferenceList | undefined {
  return templates.own.map((model) => stocks.get(plainName(noun) + model)).find((found) => found !== undefined);
}

/** Returns which member of a listed item the field takes, or that it takes the map's key. Undefined if none fits. */
export function valueOf(
  schemas: SchemaStore,
  stock: ReferenceList,
  name: string,
  schema: JsonSchema,
): ReferenceValue | undefined {
  const { item, isMap } = stock.place;
  const found = idIn(schemas, item.flat, { noun: stock.noun, param: name, paramSchema: schema });
  if (found) return agree(schemas, schema, found.schema) ? { stock, pointer: item.prefix + found.pointer } : undefined;
  return isMap && schemas.flatten(schema).types[0] === 'string' ? { stock, pointer: undefined } : undefined;
}
