import type { AssumedAnswer, JsonSchema } from '#verifier/plan/plan.ts';

import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { isObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Response } from '../../intake/model/operation.ts';
import { bodyWrapper, sentResource } from '../model/body-wrapper.ts';
import { idNames, itemNameOf } from '../model/id-names.ts';
import { isItemPath, parentPath, shapeOf } from '../model/path-template.ts';
import { idIn, isUnsaid, itemIn, listIn, successBody, successResponses } from './response-shape.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';

function isGet({ method }: Operation): boolean {
  return method === 'GET';
}

/**
 * Gives undocumented success responses an assumed schema: that of the item, with an id. This covers the read, the list
 * and the POST of items with an item path. If a documented list shows the item, nothing is assumed. Such responses are
 * marked as `assumed`: a value that is missing there fails no journey. The model gets one warning.
 */
export function assumeAnswers(model: SpecModel): SpecModel {
  const byShape = Map.groupBy(model.operations, ({ path }) => shapeOf(path));
  const assumed = new Map<Operation, Operation>();
  for (const items of byShape.values()) {
    const path = items[0]?.path ?? '';
    if (!isItemPath(path)) continue;
    const beside = byShape.get(shapeOf(parentPath(path))) ?? [];
    const post = beside.find(({ method }) => method === 'POST');
    const lists = beside.find(isGet);
    // If a documented list shows the item, its id is found there.
    if (lists && isListed(model.schemas, lists, items, path)) continue;
    const untold = (operation: Operation | undefined) => operation && untoldOf(model.schemas, operation);
    const [read, list] = [untold(items.find(isGet)), untold(lists)];
    // Without an assumed read, `unsaidId` finds the new item of an undescribed POST: by Location, or like the read.
    const made = post && (!isUnsaid(post) || read) ? untold(post) : undefined;
    const maker = post ?? items.find(({ method }) => method === 'PUT');
    if (maker === undefined || (read ?? list ?? made) === undefined) continue;
    const thing = thingOf(model.schemas, maker, items, path);
    if (thing === undefined) continue;
    for (const one of [read, made]) if (one) assumed.set(one.operation, assume(one, thing.schema, thing.answer));
    if (list) assumed.set(list.operation, assume(list, { type: 'array', items: thing.schema }, thing.answer));
  }
  if (assumed.size === 0) return model;
  const operations = model.operations.map((operation) => assumed.get(operation) ?? operation);
  const keys = [...assumed.keys()].map(({ key }) => key);
  return {
    ...model,
    operations,
    byKey: new Map(operations.map((operation) => [operation.key, operation])),
    warnings: [...model.warnings, warningOf(keys)],
  };
}

function isListed(schemas: SchemaStore, list: Operation, items: Operation[], path: string): boolean {
  const body = successBody(list);
  return body !== undefined && listIn(schemas, body, itemNameOf(items, path), []) !== undefined;
}

function warningOf([first = '', ...others]: string[]): string {
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return `The answer of ${named} is not described: journeys look there for what was sent, and tell nothing where they do not find it. Describe it.`;
}

type Thing = { schema: JsonSchema; answer: AssumedAnswer };

/**
 * Returns the assumed schema of an item: that of its read or else of its create's response, if it shows an id, else the
 * request body with an id. Undefined if that body is no object with members.
 */
function thingOf(schemas: SchemaStore, maker: Operation, items: Operation[], path: string): Thing | undefined {
  const item = itemNameOf(items, path);
  const others = [...new Set(idNames(item).map(({ name }) => name))];
  const thing = (schema: JsonSchema, { properties }: FlatSchema, own: string): Thing => ({
    schema,
    answer: {
      id: own,
      ids: others.filter((name) => name === own || !Object.hasOwn(properties, name)),
      ...(isNumber(schemas.flatten(item.paramSchema)) ? { isNumber: true } : {}),
    },
  });
  for (const one of [items.find(isGet), maker]) {
    const body = one && successBody(one);
    const place = body === undefined ? undefined : itemIn(schemas, body, item);
    if (body !== undefined && place?.id) return thing(within(schemas, body, place.prefix), place.flat, place.id.name);
  }
  const sent = bodyWrapper(schemas, maker)?.schema ?? maker.body?.schema;
  const flat = sentResource(schemas, maker);
  if (sent === undefined || flat.types[0] !== 'object' || Object.keys(flat.properties).length === 0) return undefined;
  const known = idIn(schemas, flat, item);
  if (known) return thing(sent, flat, known.name);
  const own = isIdLike(item.param) ? 'id' : item.param;
  const withId = { allOf: [sent, { type: 'object', properties: { [own]: item.paramSchema }, required: [own] }] };
  return thing(withId, flat, own);
}

function within(schemas: SchemaStore, schema: JsonSchema, prefix: string): JsonSchema {
  return segmentsOf(prefix).reduce((outer, name) => schemas.flatten(outer).properties[name] ?? true, schema);
}

type Untold = { operation: Operation; status: string };

/** Returns the only success response of an operation, if its body is undocumented. Otherwise undefined. */
function untoldOf(schemas: SchemaStore, operation: Operation): Untold | undefined {
  const [only, ...others] = successResponses(operation);
  const isUntold = only !== undefined && others.length === 0 && tellsNothing(schemas, only);
  return isUntold ? { operation, status: only[0] } : undefined;
}

function assume({ operation, status }: Untold, schema: JsonSchema, assumed: AssumedAnswer): Operation {
  const response = operation.responses[status] as Response;
  return { ...operation, responses: { ...operation.responses, [status]: { ...response, schema, assumed } } };
}

/**
 * True if a response documents neither body nor media type, or a body that may be any JSON or any object. False with a
 * Location header, and for other statuses than 200, 201, 2XX and `default`.
 */
function tellsNothing(schemas: SchemaStore, [status, { schema, contentTypes, headers }]: [string, Response]): boolean {
  if (!['200', '201', '2XX', 'default'].includes(status) || headers.includes('location')) return false;
  if (schema === undefined) return contentTypes.length === 0;
  const { types, properties, additional, alternatives, names } = schemas.flatten(schema);
  const isAnything = types.length === 0 || types.join() === 'object';
  const isMap = additional !== undefined && !(isObject(additional) && Object.keys(additional).length === 0);
  return (
    isAnything && !isMap && Object.keys(properties).length === 0 && alternatives.length === 0 && names.length === 0
  );
}
