import { parseJson } from '#verifier/engine/exchange/parse-json.ts';
import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Comparison, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isLink } from '../../resources/model/item-members.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { isOpenMember, isUndescribedObject } from '../../intake/schema/is-open-member.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { decimalsOf } from '../numbers-and-ranges/decimals-of.ts';
import { isFirstAmong, isRank, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { sortsTold } from './sorts-told.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { isLifetime } from '../../vocabulary/times.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isGrant, isMasked } from '../../vocabulary/people-and-access.ts';

/** A sent field that a response must show, and how both are compared. `pointer` is relative to the resource. */
export type AssertedField = { pointer: string; compare: Comparison };

/**
 * Returns the schema of the object's member `name`, else that of the first `oneOf` or `anyOf` branch that documents it.
 * Branches within branches are searched three levels deep. Undefined if none documents it.
 */
export function memberOf(schemas: SchemaStore, flat: FlatSchema, name: string, depth = 0): JsonSchema | undefined {
  if (Object.hasOwn(flat.properties, name)) return flat.properties[name];
  if (depth > 2) return undefined;
  return flat.alternatives
    .map((branch) => memberOf(schemas, schemas.flatten(branch), name, depth + 1))
    .find((found) => found !== undefined);
}

function schemaAt(schemas: SchemaStore, flat: FlatSchema, pointer: string): JsonSchema | undefined {
  let current = flat;
  let schema: JsonSchema | undefined;
  for (const token of segmentsOf(pointer)) {
    schema = memberOf(schemas, current, token);
    if (schema === undefined) return undefined;
    current = schemas.flatten(schema);
  }
  return schema;
}

/**
 * Returns the sent schema of a member of any name, if the response documents the object around it and no members of it.
 * A response must then show every member that was sent in that object. Undefined otherwise.
 */
function anythingIn(
  schemas: SchemaStore,
  shown: FlatSchema,
  pointer: string,
  sent: JsonSchema,
): JsonSchema | undefined {
  const holder = isOpenMember(sent) ? schemaAt(schemas, shown, pointer.slice(0, pointer.lastIndexOf('/'))) : undefined;
  return holder !== undefined && isUndescribedObject(schemas.flatten(holder)) ? sent : undefined;
}

export function shareType(sent: string[], shown: string[]): boolean {
  if (sent.length === 0 || shown.length === 0) return true;
  const plain = (type: string) => (type === 'integer' ? 'number' : type);
  return sent.some((type) => shown.map(plain).includes(plain(type)));
}

/** True for formats of texts that hold a number (`decimal`, `int64`), which a JSON number might round. */
function isNumberFormat(format: unknown): boolean {
  return /^(decimal\d*|bigdecimal|number|double|float|u?int(32|64)|bigint)$/i.test(String(format));
}

/** True if the schema is a number or a text that holds one: 1.5 may come back as "1.50". */
function writesNumbers(schemas: SchemaStore, flat: FlatSchema): boolean {
  const { types, rest, alternatives } = flat;
  if (isNumber(flat) || isNumberFormat(rest['format'])) return true;
  if (alternatives.length > 0) return alternatives.some((branch) => writesNumbers(schemas, schemas.flatten(branch)));
  return types[0] === 'string' && decimalsOf(rest['pattern']) !== undefined;
}

export function comparisonOf(schemas: SchemaStore, name: string, flat: FlatSchema): Comparison {
  const { format, uniqueItems } = flat.rest;
  if (format === 'date-time' || format === 'time') return 'date-time';
  if (isNumber(flat) || (flat.types[0] === 'string' && isNumberFormat(format))) return 'number';
  // An object may have more members than were sent. A map must hold exactly what was sent, except labels
  // that a server adds.
  const isMap = flat.additional !== undefined && Object.keys(flat.properties).length === 0 && !isMarks(name);
  if (flat.types[0] === 'object' && !isMap) return 'filled';
  if (flat.types[0] !== 'array') return 'exact';
  const [entry] = schemas.flatten(flat.items ?? true).types;
  // A server may add rights to the sent ones: who may write may read.
  if (entry === 'object' || (entry === 'string' && isGrant(name))) return 'filled';
  // A server may sort a list of texts as it likes, but not coordinates.
  return uniqueItems === true || entry === 'string' ? 'set' : 'exact';
}

/** True for names under which both clients and servers store labels of an item: `labels`, `annotations`. */
function isMarks(name: string): boolean {
  return /^(labels|annotations)$/i.test(name);
}

/**
 * True if an entry of a sent list has a member, at any depth, that the response may not show as sent: it is masked,
 * readOnly, writeOnly, or missing among the documented members. Such a list is not asserted: lists are compared as a
 * whole.
 */
export function hidesWithin(schemas: SchemaStore, template: Template, sent: JsonSchema, shown: JsonSchema): boolean {
  const [request, response] = [schemas.flatten(sent), schemas.flatten(shown)];
  if ('array' in template)
    return template.array.some((entry) => hidesWithin(schemas, entry, request.items ?? true, response.items ?? true));
  if (!('object' in template)) return false;
  return Object.entries(template.object).some(([name, value]) => {
    const from = memberOf(schemas, request, name) ?? true;
    const documented = memberOf(schemas, response, name);
    if (documented === undefined && isClosed(response)) return true;
    const to = documented ?? true;
    const isOneWay = [from, to].some((schema) => isSentOrShownOnly(schemas.flatten(schema)));
    return isOneWay || isMasked(name) || hidesWithin(schemas, value, from, to);
  });
}

/** True if an object documents members, but no further ones and no alternatives. */
function isClosed({ properties, additional, alternatives }: FlatSchema): boolean {
  const isOpen = additional !== undefined && additional !== false;
  return Object.keys(properties).length > 0 && alternatives.length === 0 && !isOpen;
}

export function isSentOrShownOnly({ rest }: FlatSchema): boolean {
  return rest['writeOnly'] === true || rest['readOnly'] === true;
}

/** True for a captured id of another item (`customerId`): a response must show it unchanged. */
export function refersToAnother(name: string, template: Template): boolean {
  return isIdLike(name) && wordsOf(name).length > 1 && 'capture' in template;
}

/** True for a JSON:API relationship that the response may show without `data`, as links only. */
function isLeftOutLink(schemas: SchemaStore, shown: FlatSchema, pointer: string): boolean {
  const [link] = isLink(pointer) ? pointer.split('/data/') : [];
  return link !== undefined && !schemas.flatten(schemaAt(schemas, shown, link) ?? true).required.includes('data');
}

/**
 * True for members whose value depends on other items. The only address is the default, whatever is sent; a card's
 * position is at most the number of cards.
 */
function isSettledAmongOthers(name: string, flat: FlatSchema): boolean {
  return (flat.types[0] === 'boolean' && isFirstAmong(name)) || (isNumber(flat) && isRank(name));
}

/** True for a text that is a JSON object or list. A server that parses it may write it in another form. */
function isObjectInText(template: Template): boolean {
  if (!('literal' in template) || typeof template.literal !== 'string') return false;
  return /^\s*[{[]/.test(template.literal) && parseJson(template.literal) !== undefined;
}

/**
 * Returns the sent fields that a response must show. A field counts if the response documents it with a fitting type,
 * neither readOnly nor writeOnly. Names of ids, times, owners, versions, counts, links and secrets are left out, but
 * not references to created items and values of the caller's own. A status counts only if the operation's words name
 * it. Lifetimes, texts of JSON and values that depend on other items are left out, too.
 */
export function assertedFields(
  schemas: SchemaStore,
  sent: SentField[],
  shown: FlatSchema,
  operationWords: string,
): AssertedField[] {
  const words = wordsOf(operationWords);
  return sent.flatMap(({ pointer, name, schema, template, isCallers }) => {
    // A text body is compared as a whole.
    if (pointer === '') return shown.types[0] === 'string' ? [{ pointer, compare: 'exact' as const }] : [];
    const documented = schemaAt(schemas, shown, pointer) ?? anythingIn(schemas, shown, pointer, schema);
    if (documented === undefined || documented === false || isLeftOutLink(schemas, shown, pointer)) return [];
    if (isServersOwn(name) && !isCallers && !refersToAnother(name, template)) return [];
    if (isStatusLike(name) && !wordsOf(name).some((word) => words.includes(word))) return [];
    const [request, response] = [schemas.flatten(schema), schemas.flatten(documented)];
    if ([request, response].some(isSentOrShownOnly) || !shareType(request.types, response.types)) return [];
    if (isSettledAmongOthers(name, request) || isLifetime(name) || isObjectInText(template)) return [];
    if ('array' in template && hidesWithin(schemas, template, schema, documented)) return [];
    const sorts = sortsTold(schemas, template, [schema, documented], shown);
    if (sorts !== undefined) return sorts === 'nothing' ? [] : [{ pointer, compare: sorts }];
    const compare = comparisonOf(schemas, name, response.types.length > 0 ? response : request);
    const isNumber = compare === 'exact' && writesNumbers(schemas, request);
    return [{ pointer, compare: isNumber ? 'number' : compare }];
  });
}
