import type { Paging } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../spec/flat-schema.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation, Parameter } from '../spec/spec-model.ts';
import { wordsOf } from '../values/field-names.ts';
import { pointerToken } from '../spec/json-object.ts';
import { successBody, successResponses } from './response-shape.ts';

const PAGE = ['page', 'pagenumber', 'pageno', 'pageindex', 'p'];
const SIZE = ['size', 'pagesize', 'perpage', 'limit', 'maxresults', 'count', 'top'];
const OFFSET = ['offset', 'skip', 'start', 'startindex'];
const CURSOR = ['cursor', 'after', 'pagetoken', 'nexttoken', 'startingafter', 'continuationtoken', 'marker'];
const NEXT = ['nextcursor', 'next', 'cursor', 'nextpagetoken', 'nexttoken', 'endcursor', 'continuationtoken', 'after'];

function plain(name: string): string {
  return wordsOf(name).join('');
}

function find(operation: Operation, names: string[]): Parameter | undefined {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query' && !parameter.json);
  return names.map((name) => queries.find((query) => plain(query.name) === name)).find((query) => query !== undefined);
}

function numberIn(flat: FlatSchema, key: string): number | undefined {
  const value = flat.rest[key];
  return typeof value === 'number' ? value : undefined;
}

/** The largest documented page size; without a documented maximum the server's own default stays. */
function sizeOf(schemas: SchemaStore, operation: Operation): { param: string; value: number } | undefined {
  const parameter = find(operation, SIZE);
  const value = parameter ? numberIn(schemas.flatten(parameter.schema), 'maximum') : undefined;
  return parameter && value !== undefined ? { param: parameter.name, value } : undefined;
}

function pointerTo(schemas: SchemaStore, schema: Parameter['schema'], depth: number): string | undefined {
  const { properties } = schemas.flatten(schema);
  const names = Object.keys(properties).sort();
  for (const wanted of NEXT) {
    const name = names.find((candidate) => plain(candidate) === wanted);
    if (name !== undefined && schemas.flatten(properties[name] ?? true).types[0] !== 'object')
      return pointerToken(name);
  }
  if (depth === 0) return undefined;
  for (const name of names) {
    const inner = pointerTo(schemas, properties[name] ?? true, depth - 1);
    if (inner !== undefined) return pointerToken(name) + inner;
  }
  return undefined;
}

/** How a list is paged, as its parameters, response and headers document it (planner and verifier §4.3); undefined = in one piece. */
export function pagingOf(schemas: SchemaStore, operation: Operation): Paging | undefined {
  const size = sizeOf(schemas, operation);
  const withSize = size ? { size } : {};
  const page = find(operation, PAGE);
  if (page) {
    const flat = schemas.flatten(page.schema);
    // Nothing says where pages begin: from 0 no page is left out, and the engine goes on after a first page that comes twice.
    const first = numberIn(flat, 'default') ?? numberIn(flat, 'minimum') ?? 0;
    return { style: 'page', param: page.name, first, ...withSize };
  }
  const offset = find(operation, OFFSET);
  if (offset) return { style: 'offset', param: offset.name, ...withSize };
  const cursor = find(operation, CURSOR);
  const body = successBody(operation);
  const next = cursor && body !== undefined ? pointerTo(schemas, body, 1) : undefined;
  if (cursor && next !== undefined) return { style: 'cursor', param: cursor.name, next, ...withSize };
  const linked = successResponses(operation).some(([, response]) => response.headers.includes('link'));
  return linked ? { style: 'link' } : undefined;
}
