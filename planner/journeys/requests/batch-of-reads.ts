import type { Json } from '#verifier/plan/plan.ts';

import { nounSegment, paramsOf } from '../../resources/model/path-template.ts';
import { successBody } from '../../resources/responses/response-shape.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isHarmlessRead } from '../model/is-plain-read.ts';
import type { Planning } from '../model/planning.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';
import { entryPaths, entryStatuses } from '../../vocabulary/value-words.ts';

/**
 * Returns a batch body with one GET: `POST /batch {requests: [{method: "GET", path: "/health"}]}`. The GET
 * is a harmless read without path parameters. Undefined if there is none, or unless path, body and response
 * all show a batch.
 */
export function batchOfReads(planning: Planning, operation: Operation): Json | undefined {
  const { schemas, operations } = planning.model;
  const { method, path, body } = operation;
  if (method !== 'POST' || paramsOf(path).length > 0 || !isCalledBatch(path)) return undefined;
  const sent = schemas.flatten(body?.schema ?? true);
  const [name = '', ...others] = sent.required;
  const entry = entryOf(schemas, sent, name);
  const way = entry && wayOf(schemas, entry);
  if (!way || others.length > 0 || !answersEach(schemas, operation)) return undefined;
  const read = operations.find(
    (one) => one.method === 'GET' && paramsOf(one.path).length === 0 && isHarmlessRead(planning, one),
  );
  return read && { [name]: [{ [way.method]: 'GET', [way.path]: read.path, ...(way.id && { [way.id]: '1' }) }] };
}

function isCalledBatch(path: string): boolean {
  return wordsOf(nounSegment(path)).includes('batch');
}

function entryOf(schemas: SchemaStore, { properties }: FlatSchema, name: string): FlatSchema | undefined {
  const { items } = schemas.flatten(properties[name] ?? true);
  return items === undefined ? undefined : schemas.flatten(items);
}

/**
 * Returns the names of the members of a batch entry that hold method, path and, if required, id. Undefined if method or
 * path is missing, if the method cannot be GET, or if an entry requires more.
 */
function wayOf(
  schemas: SchemaStore,
  { properties, required }: FlatSchema,
): { method: string; path: string; id?: string } | undefined {
  const names = Object.keys(properties);
  const [method, path, id] = [
    names.find((one) => plainName(one) === 'method'),
    names.find((one) => entryPaths.has(plainName(one))),
    names.find((one) => plainName(one) === 'id' && required.includes(one)),
  ];
  if (method === undefined || path === undefined || required.some((one) => ![method, path, id].includes(one)))
    return undefined;
  const { types, rest } = schemas.flatten(properties[method] ?? true);
  const isGiven = Array.isArray(rest['enum']) ? rest['enum'].includes('GET') : types[0] === 'string';
  return isGiven ? { method, path, ...(id !== undefined && { id }) } : undefined;
}

/**
 * True if the response holds a list whose entries have a numeric status, and whose members require no members
 * themselves. `POST /routes` also takes paths, but creates items.
 */
function answersEach(schemas: SchemaStore, operation: Operation): boolean {
  const shown = schemas.flatten(successBody(operation) ?? true);
  const lists = [shown.items, ...Object.values(shown.properties).map((one) => schemas.flatten(one).items)];
  return lists.some((items) => {
    const members = Object.entries(schemas.flatten(items ?? true).properties).map(
      ([name, schema]) => [name, schemas.flatten(schema)] as const,
    );
    const isOpen = members.every(([, { required, alternatives }]) => required.length + alternatives.length === 0);
    return isOpen && members.some(([name, flat]) => entryStatuses.has(plainName(name)) && isNumber(flat));
  });
}
