import type { JsonSchema, Paging } from '#verifier/plan/plan.ts';

import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Parameter } from '../../intake/model/operation.ts';
import { fits } from '../../intake/schema/fits.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { successBody, successResponses } from '../responses/response-shape.ts';
import {
  afterIds,
  cursors,
  nextCursors,
  offsets,
  pageLinks,
  pageNumbers,
  pageSizes,
  pageTotals,
  paging as pagingNames,
  totals,
} from '../../vocabulary/resources/paging-words.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';

/** True for a parameter whose name selects a page or its size: `page`, `limit`, `cursor`. */
export function isPagingParameter({ name }: Parameter): boolean {
  return pagingNames.has(plainName(name));
}

function find(operation: Operation, names: readonly string[]): Parameter | undefined {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query' && !parameter.json);
  return names
    .map((name) => queries.find((query) => plainName(query.name) === name))
    .find((query) => query !== undefined);
}

function numberIn(flat: FlatSchema, key: string): number | undefined {
  const value = flat.rest[key];
  return typeof value === 'number' ? value : undefined;
}

/** Returns the parameter for the page size: `limit`. A boolean such as OData's `$count` is none. */
function sizeParam(schemas: SchemaStore, operation: Operation): Parameter | undefined {
  const parameters = operation.parameters.filter(({ schema }) => schemas.flatten(schema).types[0] !== 'boolean');
  return find({ ...operation, parameters }, pageSizes.own);
}

/**
 * Returns the page size parameter with its documented maximum. Without a maximum: undefined, for the server's default.
 */
function sizeOf(schemas: SchemaStore, operation: Operation): { param: string; value: number } | undefined {
  const parameter = sizeParam(schemas, operation);
  const value = parameter ? numberIn(schemas.flatten(parameter.schema), 'maximum') : undefined;
  return parameter && value !== undefined ? { param: parameter.name, value } : undefined;
}

/** The page size parameter with the size that a journey sends: 2, so that its items fill more than one page. */
export type PageSize = { param: Parameter; value: 2 };

/** Returns the page size parameter. Undefined if there is none, or if it is no number that may be 2. */
export function pageSizeOf(schemas: SchemaStore, operation: Operation): PageSize | undefined {
  const param = sizeParam(schemas, operation);
  if (!param) return undefined;
  return isNumber(schemas.flatten(param.schema)) && fits(schemas, param.schema, 2) ? { param, value: 2 } : undefined;
}

/** A scalar member of a list's response. `isRequired`: it and the objects around it are required. */
export type Member = { name: string; pointer: string; flat: FlatSchema; isRequired: boolean };

/**
 * Returns the scalar members of a list's response, and those of its objects (`meta`, `links`) down to `depth` levels.
 * Those at the top come first.
 */
function wrapperMembers(schemas: SchemaStore, schema: JsonSchema, depth: number): Member[] {
  const { properties, required } = schemas.flatten(schema);
  const names = Object.keys(properties).sort();
  const members = names.map((name) => {
    const flat = schemas.flatten(properties[name] ?? true);
    return { name, pointer: pointerToken(name), flat, isRequired: required.includes(name) };
  });
  const inner = members
    .filter(({ flat }) => depth > 0 && flat.types[0] === 'object')
    .flatMap(({ name, pointer, isRequired }) =>
      wrapperMembers(schemas, properties[name] ?? true, depth - 1).map((member) => ({
        ...member,
        pointer: pointer + member.pointer,
        isRequired: isRequired && member.isRequired,
      })),
    );
  return [...members.filter(({ flat }) => !['object', 'array'].includes(flat.types[0] ?? '')), ...inner];
}

const wrappers = new WeakMap<Operation, Member[]>();

/** Returns the scalar members of an operation's success response and of the objects in it (`meta.total`). */
export function wrapperOf(schemas: SchemaStore, operation: Operation): Member[] {
  const body = successBody(operation);
  const members = wrappers.get(operation) ?? (body === undefined ? [] : wrapperMembers(schemas, body, 1));
  wrappers.set(operation, members);
  return members;
}

/**
 * Returns the required numbers of a list's response that repeat a query parameter of the same name: page size, page or
 * offset. `count` and `top` are left out.
 */
export function echoesOf(schemas: SchemaStore, operation: Operation): { pointer: string; param: Parameter }[] {
  const members = wrapperOf(schemas, operation);
  return [pageSizes.own, pageNumbers.own, offsets.own].flatMap((names) => {
    const param = find(operation, names);
    const echo = members.find(
      ({ name, flat, isRequired }) => isRequired && isNumber(flat) && plainName(name) === plainName(param?.name ?? ''),
    );
    return param && echo && !COUNTS.has(plainName(param.name)) ? [{ pointer: echo.pointer, param }] : [];
  });
}

/**
 * Returns the pointer of the member with the number of items on all pages: `totalCount`. Undefined unless exactly one
 * member fits.
 */
export function totalOf(schemas: SchemaStore, operation: Operation): string | undefined {
  const members = wrapperOf(schemas, operation);
  const names = new Set(members.map(({ name }) => plainName(name)));
  const asked = new Set(operation.parameters.filter(isPagingParameter).map(({ name }) => plainName(name)));
  const isOfPage = (name: string) => (asked.has(name) && !COUNTS.has(name)) || nextCursors.has(name);
  const around = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));
  // `total` may be a sum of money. It is a count if it is an integer, or if a page size, page or cursor is beside it.
  const isCount = ({ flat, pointer }: Member) =>
    flat.types[0] === 'integer' ||
    members.some((one) => around(one.pointer) === around(pointer) && isOfPage(plainName(one.name)));
  const isTotal = (member: Member) => {
    const name = plainName(member.name);
    // `totalSize` without a `nextPageToken` may count bytes.
    if (totals.has(name) || (name === 'totalsize' && names.has('nextpagetoken'))) return true;
    // `total` beside `records` counts pages. `count` counts all items only beside `previous`: elsewhere it may count
    // those of one page.
    const isOfAll = name === 'total' ? !names.has('records') : name === 'count' && names.has('previous');
    return isOfAll && isCount(member);
  };
  const found = members.filter((one) => isNumber(one.flat) && isTotal(one));
  return found.length === 1 ? found[0]?.pointer : undefined;
}

/**
 * Returns the pointer of the member with the number of pages: `totalPages`. `pageCount` counts only beside `itemCount`
 * or `pageSize`, since alone it may be the number of items on a page. `lastPage` counts if pages begin at 1. Undefined
 * unless exactly one member fits.
 */
export function pagesOf(schemas: SchemaStore, operation: Operation): string | undefined {
  const members = wrapperOf(schemas, operation);
  const names = new Set(members.map(({ name }) => plainName(name)));
  const paging = pagingOf(schemas, operation);
  const isLast = (name: string) =>
    pageTotals.has(name) ||
    (name === 'pagecount' && (names.has('itemcount') || names.has('pagesize'))) ||
    (name === 'lastpage' && paging?.style === 'page' && paging.first === 1);
  const found = members.filter(({ name, flat }) => isNumber(flat) && isLast(plainName(name)));
  return found.length === 1 ? found[0]?.pointer : undefined;
}

/**
 * Returns the members that tell whether another page follows: `hasNextPage`, and a nullable `next` beside `previous`.
 * Empty for lists without page numbers or offsets.
 */
export function endsOf(schemas: SchemaStore, operation: Operation): string[] {
  const style = pagingOf(schemas, operation)?.style;
  if (style !== 'page' && style !== 'offset') return [];
  return [...moreFlagsOf(schemas, operation), ...(nextBesidePrevious(schemas, operation) ?? [])];
}

function nextBesidePrevious(schemas: SchemaStore, operation: Operation): string[] | undefined {
  const next = nextLinkOf(schemas, operation);
  const members = wrapperMembers(schemas, successBody(operation) ?? true, 2);
  const link = members.find(({ pointer }) => pointer === next);
  const isBefore = ({ pointer }: Member) =>
    ['prev', 'previous'].some((name) => pointer === next?.replace(/next$/, name));
  return link?.flat.nullable && members.some(isBefore) ? [link.pointer] : undefined;
}

/** Returns the boolean members that tell whether more items follow: `has_more`, `hasNextPage`. */
export function moreFlagsOf(schemas: SchemaStore, operation: Operation): string[] {
  const members = wrapperOf(schemas, operation);
  const says = (name: string) => wordsOf(name).some((word) => word === 'more' || word === 'next');
  return members.filter(({ name, flat }) => flat.types[0] === 'boolean' && says(name)).map(({ pointer }) => pointer);
}

/**
 * Returns the query for the first page or offset: `{page: 1}`, `{skip: 0}`. Empty if it is unclear where they begin;
 * `offset` and `skip` begin at 0 unless the spec says 1. With the query sent, a response may be asserted to repeat it.
 */
export function firstPageOf(schemas: SchemaStore, operation: Operation): Record<string, { literal: number }> {
  const page = find(operation, pageNumbers.own);
  const offset = page ? undefined : find(operation, offsets.own);
  if (offset) {
    const { first = 0, isUnsaid } = offsetOf(schemas, offset);
    return isUnsaid ? {} : { [offset.name]: { literal: first } };
  }
  const flat = schemas.flatten(page?.schema ?? true);
  // Generators write `minimum: 0` for every unsigned number: that does not say where pages begin.
  const first = numberIn(flat, 'default') ?? (numberIn(flat, 'minimum') || undefined);
  return page && first !== undefined ? { [page.name]: { literal: first } } : {};
}

/** Parameters for the number of items to skip. The first page skips none. */
const LEFT_OUT = new Set(['offset', 'skip']);

/**
 * Returns where offsets begin. `offset` and `skip` begin at 0: a 1 by mistake would lose an item. `start` begins at its
 * default of 0 or 1, or at a minimum of 1. `isUnsaid`: nothing says it for `start`, or the spec says 1 for another.
 */
function offsetOf(schemas: SchemaStore, { name, schema }: Parameter): { first?: 1; isUnsaid?: true } {
  const flat = schemas.flatten(schema);
  const said = numberIn(flat, 'default') ?? (numberIn(flat, 'minimum') || undefined);
  if (LEFT_OUT.has(plainName(name))) return said === 1 ? { isUnsaid: true } : {};
  if (said === 0) return {};
  return said === 1 ? { first: 1 } : { isUnsaid: true };
}

/** Page size parameters whose name, in a response, may mean the number of items. */
const COUNTS = new Set(['count', 'top']);

/**
 * Returns the cursor parameter and the pointer to its next value: `cursor` and `/next_cursor`. Their names correspond
 * or are usual ones. Undefined without both.
 */
function cursorOf(schemas: SchemaStore, operation: Operation): { param: string; next: string } | undefined {
  const members = wrapperOf(schemas, operation);
  const queries = operation.parameters.filter((one) => one.in === 'query' && !one.json);
  for (const { name, pointer } of members) {
    const words = wordsOf(name);
    const rest = words.filter((word) => word !== 'next').join('');
    const param = queries.find((query) => [plainName(name), rest].includes(plainName(query.name)));
    if (words.includes('next') && param) return { param: param.name, next: pointer };
  }
  const param = find(operation, cursors.own);
  const next = nextCursors.own
    .map((wanted) => members.find(({ name }) => plainName(name) === wanted))
    .find((found) => found);
  return param && next ? { param: param.name, next: next.pointer } : undefined;
}

/**
 * Returns the paging by the last item's id: `?starting_after=ID` with `has_more` in the response. The response must
 * have one list, whose items require `id`. Otherwise undefined.
 */
function afterOf(schemas: SchemaStore, operation: Operation): { param: string; id: string; more: string } | undefined {
  const param = find(operation, afterIds.own);
  const [more] = moreFlagsOf(schemas, operation);
  const { properties } = schemas.flatten(successBody(operation) ?? true);
  const [list, ...others] = Object.values(properties)
    .map((schema) => schemas.flatten(schema))
    .filter(({ types }) => types[0] === 'array');
  const isNamed = list?.items !== undefined && schemas.flatten(list.items).required.includes('id');
  return param && more !== undefined && isNamed && others.length === 0
    ? { param: param.name, id: pointerToken('id'), more }
    : undefined;
}

/** Returns the pointer of the response member with the URL of the next page: `/links/next`. Undefined without one. */
function nextLinkOf(schemas: SchemaStore, operation: Operation): string | undefined {
  const body = successBody(operation);
  const members = body === undefined ? [] : wrapperMembers(schemas, body, 2);
  return members.find(({ name, pointer, flat }) => {
    const words = wordsOf(pointer);
    const isLink = String(flat.rest['format']).startsWith('uri') || words.some((word) => pageLinks.has(word));
    return flat.types[0] === 'string' && words.includes('next') && isLink && wordsOf(name).at(-1) !== 'cursor';
  })?.pointer;
}

const known = new WeakMap<Operation, { paging: Paging | undefined }>();

/** Returns how a list is paged, by its parameters, its response and its Link header. Undefined if it is not paged. */
export function pagingOf(schemas: SchemaStore, operation: Operation): Paging | undefined {
  const found = known.get(operation) ?? { paging: findPaging(schemas, operation) };
  known.set(operation, found);
  return found.paging;
}

function findPaging(schemas: SchemaStore, operation: Operation): Paging | undefined {
  const size = sizeOf(schemas, operation);
  const withSize = size ? { size } : {};
  const page = find(operation, pageNumbers.own);
  if (page) {
    const flat = schemas.flatten(page.schema);
    // Without a documented first page, page 0 is tried first. No page is lost: the engine goes on if the
    // first page comes twice.
    const said = numberIn(flat, 'default');
    const first = said ?? numberIn(flat, 'minimum') ?? 0;
    return { style: 'page', param: page.name, first, ...(said === 0 ? { isSaid: true } : {}), ...withSize };
  }
  const offset = find(operation, offsets.own);
  if (offset) return { style: 'offset', param: offset.name, ...offsetOf(schemas, offset), ...withSize };
  const cursor = cursorOf(schemas, operation);
  if (cursor) return { style: 'cursor', ...cursor, ...withSize };
  const after = afterOf(schemas, operation);
  if (after) return { style: 'after', ...after, ...withSize };
  const next = nextLinkOf(schemas, operation);
  if (next !== undefined) return { style: 'link', next, ...withSize };
  const linked = successResponses(operation).some(([, response]) => response.headers.includes('link'));
  return linked ? { style: 'link', ...withSize } : undefined;
}
