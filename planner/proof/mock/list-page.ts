import { readPointer } from '#verifier/plan/json-pointer.ts';
import type { Json, Paging } from '#verifier/plan/plan.ts';

import type { Order } from '../../resources/lists/orders-of.ts';
import type { Exclusion } from '../../resources/lists/exclusions-of.ts';
import { schemaAtPointer } from '../../rules/template-at.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isObject, type JsonObject } from '../../intake/json/json-object.ts';
import { isOpenMember } from '../../intake/schema/is-open-member.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Route } from './route.ts';
import type { StoredItem } from './item-store.ts';

/** An item as the mock holds it and as its list shows it. */
export type ListedItem = { item: StoredItem; shown: Json };

/** Returns the items that have the value of every filter in the query, and that no other parameter excludes. */
export function passing(
  all: ListedItem[],
  query: URLSearchParams,
  { filters, exclusions }: Pick<Route, 'filters' | 'exclusions'>,
  prefix: string,
): ListedItem[] {
  const items = all.filter(
    ({ item, shown }) => !exclusions.some((one) => isLeftOut(item, shown, query.get(one.param.name), one, prefix)),
  );
  const asked = filters.filter(({ param }) => query.has(param.name));
  return items.filter(({ item, shown }) =>
    asked.every(({ param, pointer }) => {
      const value = readPointer(shown, prefix + pointer) ?? readPointer(item.fields, pointer) ?? null;
      const held = Array.isArray(value) ? value : [value];
      return held.some((one) => query.getAll(param.name).includes(String(one)));
    }),
  );
}

/** Returns the items in the order that the query asks for; unchanged if it asks for none. */
export function ordered(items: ListedItem[], query: URLSearchParams, orders: Order[]): ListedItem[] {
  const isAsked = (by: Record<string, string>) =>
    Object.entries(by).every(([name, value]) => query.get(name) === value);
  const order = orders.find(({ rising, falling }) => isAsked(rising) || isAsked(falling));
  if (!order) return items;
  const way = isAsked(order.falling) ? -1 : 1;
  const valueOf = ({ item }: ListedItem) => readPointer(item.fields, order.pointer) ?? '';
  return items.toSorted((left, right) => (valueOf(left) < valueOf(right) ? -way : way));
}

function isLeftOut(
  { fields }: StoredItem,
  shown: Json,
  asked: string | null,
  exclusion: Exclusion,
  prefix: string,
): boolean {
  if (asked === null) return false;
  if (exclusion.by === 'text') return !JSON.stringify(fields).includes(asked);
  const held = readPointer(fields, exclusion.pointer) ?? readPointer(shown, prefix + exclusion.pointer);
  const isDay = exclusion.by === 'first' || exclusion.by === 'last';
  const [value, bound] = isDay ? [Date.parse(String(held)), Date.parse(asked)] : [Number(held), Number(asked)];
  return exclusion.by === 'least' || exclusion.by === 'first' ? value < bound : value > bound;
}

/**
 * Returns the fields. If entries of the list may hold any member, the members of undocumented inner objects are added.
 */
export function unwrapped(entry: FlatSchema, fields: JsonObject): JsonObject {
  if (!Object.values(entry.properties).some(isOpenMember)) return fields;
  const held = Object.entries(fields).filter(([name]) => !Object.hasOwn(entry.properties, name));
  return Object.assign({}, fields, ...held.map(([, value]) => (isObject(value) ? value : {}))) as JsonObject;
}

/**
 * A page: its items, how many items come before it, where the next page starts (undefined on the last), and the number
 * of pages.
 */
export type ListPage = { items: ListedItem[]; place: number; next: number | undefined; count: number };

/** The query parameter in the mock's links to a next page. */
const START = 'start-at';
const USUAL_SIZE = 10;

/** Returns the page that the query asks for. `faulty`: the mock ignores the page size or the place of the page. */
export function pageOf(
  items: ListedItem[],
  query: URLSearchParams,
  { paging, sizeParam }: Pick<Route, 'paging' | 'sizeParam'>,
  faulty: { size: boolean; place: boolean },
): ListPage {
  const asked = sizeParam === undefined ? null : query.get(sizeParam);
  const size = faulty.size ? items.length : asked === null ? USUAL_SIZE : Number(asked);
  if (!paging) return { items: asked === null ? items : items.slice(0, size), place: 0, next: undefined, count: 1 };
  const at = query.get(paging.style === 'link' ? START : paging.param);
  const place = at === null ? 0 : placeAt(items, paging, at, size);
  const next = place + size < items.length ? place + size : undefined;
  const start = faulty.place ? 0 : place;
  return {
    items: items.slice(start, start + size),
    place,
    next,
    count: Math.max(1, Math.ceil(items.length / Math.max(1, size))),
  };
}

/**
 * Returns the members with which the page describes itself, by pointer. `faulty`: they say that it is the
 * only page, without items.
 */
export function shownPageMetadata(
  { told, paging }: Pick<Route, 'told' | 'paging'>,
  query: URLSearchParams,
  { items, place, next }: ListPage,
  faulty: boolean,
): [string, Json][] {
  const first = paging?.style === 'page' ? paging.first : 0;
  const page = paging?.style === 'page' ? Number(query.get(paging.param) ?? first) : first;
  const said = {
    first: faulty || place === 0,
    last: faulty || next === undefined,
    page: faulty ? first : page,
    shown: faulty ? 0 : items.length,
  };
  return told.map(({ pointer, says }) => [pointer, said[says]]);
}

/** Returns how many items come before the page. */
function placeAt(items: ListedItem[], paging: Paging, at: string, size: number): number {
  if (paging.style === 'page') return (Number(at) - paging.first) * size;
  if (paging.style === 'offset') return Number(at) - (paging.first ?? 0);
  if (paging.style !== 'after') return Number(at);
  return items.findIndex(({ shown }) => String(readPointer(shown, paging.id)) === at) + 1;
}

/**
 * Returns what leads to the next page: a cursor or link in the body by JSON Pointer, or a Link header. Both
 * are empty for other paging.
 */
export function nextPage(
  schemas: SchemaStore,
  { paging, body }: Route,
  url: string,
  next: number | undefined,
): { at: Record<string, Json>; headers: Record<string, string> } {
  const link = new URL(url);
  if (paging?.style === 'link' && next !== undefined) link.searchParams.set(START, String(next));
  if (paging?.style === 'link' && paging.next === undefined)
    return { at: {}, headers: next === undefined ? {} : { link: `<${link.href}>; rel="next"` } };
  if (!body || (paging?.style !== 'cursor' && paging?.style !== 'link') || paging.next === undefined)
    return { at: {}, headers: {} };
  const flat = schemas.flatten(schemaAtPointer(schemas, body.schema, paging.next) ?? true);
  const isText = flat.types[0] === 'string' || flat.types.length === 0;
  const end = flat.nullable ? null : isText ? '' : 0;
  const told = paging.style === 'link' ? link.href : isText ? String(next) : next;
  return { at: { [paging.next]: next === undefined ? end : (told ?? end) }, headers: {} };
}
