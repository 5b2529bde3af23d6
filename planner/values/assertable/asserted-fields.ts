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

/** A field that was sent and that a response must show; `pointer` is relative to the resource in both. */
export type AssertedField = { pointer: string; compare: Comparison };

/** A member's schema: the object's own, or that of the first of its choices which documents it. */
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

/** Members sent in an object that may hold anything are asserted if the response documents no more of that object. */
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

/** Formats of texts that hold a number, which JSON's own numbers would round. */
function isNumberFormat(format: unknown): boolean {
  return /^(decimal\d*|bigdecimal|number|double|float|u?int(32|64)|bigint)$/i.test(String(format));
}

/** A number or numeric text: 1.5 may come back as "1.50". */
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
  // Unsent members of an object may be filled in. A map holds exactly what was sent, except labels that a server adds.
  const isMap = flat.additional !== undefined && Object.keys(flat.properties).length === 0 && !isMarks(name);
  if (flat.types[0] === 'object' && !isMap) return 'filled';
  if (flat.types[0] !== 'array') return 'exact';
  const [entry] = schemas.flatten(flat.items ?? true).types;
  // What may write may read.
  if (entry === 'object' || (entry === 'string' && isGrant(name))) return 'filled';
  // Words are often kept in an order of the server's own; coordinates are not.
  return uniqueItems === true || entry === 'string' ? 'set' : 'exact';
}

/** Names that clients and servers both use for labels of an item. */
function isMarks(name: string): boolean {
  return /^(labels|annotations)$/i.test(name);
}

/**
 * True if a sent list holds, at any depth, a member that the response shows differently or not at all: lists are
 * compared whole.
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

/** True if an object documents members and no additional ones. */
function isClosed({ properties, additional, alternatives }: FlatSchema): boolean {
  const isOpen = additional !== undefined && additional !== false;
  return Object.keys(properties).length > 0 && alternatives.length === 0 && !isOpen;
}

export function isSentOrShownOnly({ rest }: FlatSchema): boolean {
  return rest['writeOnly'] === true || rest['readOnly'] === true;
}

/** The id of another created item that the request linked: it must not change. */
export function refersToAnother(name: string, template: Template): boolean {
  return isIdLike(name) && wordsOf(name).length > 1 && 'capture' in template;
}

/** A relationship of a JSON:API resource may be shown as links only. */
function isLeftOutLink(schemas: SchemaStore, shown: FlatSchema, pointer: string): boolean {
  const [link] = isLink(pointer) ? pointer.split('/data/') : [];
  return link !== undefined && !schemas.flatten(schemaAt(schemas, shown, link) ?? true).required.includes('data');
}

/**
 * Members that depend on siblings: the only address is the default whatever is sent, and a card's position is at most
 * the number of cards.
 */
function isSettledAmongOthers(name: string, flat: FlatSchema): boolean {
  return (flat.types[0] === 'boolean' && isFirstAmong(name)) || (isNumber(flat) && isRank(name));
}

/** Servers that parse a text (JSON, YAML) may write it in another form. */
function isObjectInText(template: Template): boolean {
  if (!('literal' in template) || typeof template.literal !== 'string') return false;
  return /^\s*[{[]/.test(template.literal) && parseJson(template.literal) !== undefined;
}

/**
 * Members that a response must show as sent (planner and verifier §4.2): sent and documented there, not readOnly or
 * writeOnly, not named like an id, time, owner, version, count, link or secret (except references and values that only
 * the request knows), and a status only where the operation names it.
 */
export function assertedFields(
  schemas: SchemaStore,
  sent: SentField[],
  shown: FlatSchema,
  operationWords: string,
): AssertedField[] {
  const words = wordsOf(operationWords);
  return sent.flatMap(({ pointer, name, schema, template, isCallers }) => {
    // A text as a whole.
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
