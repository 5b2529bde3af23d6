import { isObject } from '../../plan/json-object.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { Comparison, Json, Paging } from '../../plan/plan.ts';
import { relationOf, type Relation } from '../../verdicts/compare-values.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAgain, successOf } from '../exchange/call-api.ts';
import { isAmongOthers } from './is-among-others.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { withQuery } from '../request/build-request.ts';
import type { Call } from '../exchange/call.ts';

/** The result of looking for an item in a list (planner and verifier §4.3). ABSENT is certain only if `exhausted`. */
export type ListReading = {
  relation: Exclude<Relation, 'DIFFERENT'>;
  item?: Json;
  /** The key of the found entry, if the list is a map. */
  key?: string;
  /** Set with ABSENT if an entry has the item's id: its first member that is not equal. */
  mismatch?: { pointer: string; expected: Json; compare: Comparison; actual?: Json };
  /** True if the page with the item shows its whole entry more than once. */
  twice?: boolean;
  /** False if the item may be on a page that was not read, or the entries do not show the member to compare. */
  exhausted: boolean;
  requests: number;
};

/**
 * The members by which a list entry is recognised as the item. `identifies`: the member is an id that no other item
 * has. `summary`: a list may leave the member out.
 */
export type ItemMatch = {
  pointer: string;
  value: Json;
  compare: Comparison;
  summary: boolean;
  identifies: boolean;
}[];

type Limits = { pages: number; durationMs: number };

const WALK: Limits = { pages: 50, durationMs: 10_000 };
/** Usual default page sizes. A list of exactly this length may be the first page of a longer one. */
const COMMON_PAGE_SIZES = new Set([5, 10, 12, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000]);

/** How a walk over a list's pages ended. `requests`: pages requested after the first. */
export type Walk = Pick<ListReading, 'exhausted' | 'requests'>;

/**
 * Looks for the item page by page, from the response `first` on. Ends at the first page with a matching entry or one
 * that has the item's id, at the last page, or at a limit (by default 50 pages or 10 s).
 */
export async function readList(
  attempt: Attempt,
  first: Call,
  list: string,
  match: ItemMatch,
  paging: Paging | undefined,
  limits: Limits = WALK,
): Promise<ListReading> {
  let hit: Hit | undefined;
  let twice = false;
  let entries = 0;
  let telling = 0;
  const visit = (items: ListItem[]): boolean => {
    entries += items.length;
    telling += items.filter((item) => mayBeTold(item, match)).length;
    hit = findItem(items, match);
    twice = hit?.relation === 'EQUAL' && isRepeated(items, hit.item, match);
    return hit !== undefined;
  };
  const walk = await walkList(attempt, first, list, paging, visit, limits);
  const isBlind = entries > 0 && telling === 0;
  if (hit === undefined) return { ...walk, relation: 'ABSENT', exhausted: walk.exhausted && !isBlind };
  return { ...walk, exhausted: true, ...hit, ...(twice ? { twice } : {}) };
}

/**
 * True if the entry can be compared: it shows the first member of `match`, or that member is the item's id. If no
 * entry of a list can be compared, absence proves nothing.
 */
function mayBeTold({ value }: ListItem, [first]: ItemMatch): boolean {
  return first === undefined || first.identifies || readPointer(value, first.pointer) !== undefined;
}

/** True if the page shows the item's whole entry twice. False without an id: two items may have equal entries. */
function isRepeated(items: ListItem[], item: Json | undefined, match: ItemMatch): boolean {
  if (!match.some(({ identifies }) => identifies)) return false;
  const text = JSON.stringify(item);
  return items.filter(({ value }) => JSON.stringify(value) === text).length > 1;
}

/**
 * Passes each page to `visit` until that returns true, no page is left, or a limit is reached. `size`: the requested
 * page size, by which offsets advance. Without `size` they advance by the number of items received.
 */
export async function walkList(
  attempt: Attempt,
  first: Call,
  list: string,
  paging: Paging | undefined,
  visit: (items: ListItem[], body: Json | undefined) => boolean,
  limits: Limits = WALK,
  size?: number,
): Promise<Walk> {
  const { clock } = attempt.run;
  const endsAtMs = clock.now() + limits.durationMs;
  const seen = new Set<string>();
  let call = first;
  let read = 0;
  let before: ListItem | undefined;
  let isMore = true;
  let isShort = false;
  for (let pages = 1; ; pages += 1) {
    const answer = successOf(call);
    const body = answer && parseJson(answer.body);
    const items = answer && itemsAt(body, list);
    const requests = pages - 1;
    if (items === undefined) return { exhausted: !isMore && isBeyondEnd(call, paging, isShort), requests };
    isShort = size !== undefined && items.length < size;
    isMore = isSaidIn(body, announcesMore);
    if (paging === undefined) markLength(attempt, call, items.length);
    if (visit(items, body)) return { exhausted: false, requests };
    const fresh = items.map((item) => textOf(item)).filter((text) => !seen.has(text));
    for (const text of fresh) seen.add(text);
    read += size ?? items.length;
    if (paging === undefined) return { exhausted: !looksCut(attempt, call, body, items.length), requests };
    const repeats = fresh.length === 0 && pages > 1 && !mayRepeatFirst(paging, pages);
    const next = repeats ? undefined : nextUrl(first, call, body, items.at(-1), paging, pages, read);
    if (next === ELSEWHERE) return { exhausted: false, requests };
    if (items.length === 0 || next === undefined) {
      // `?after=7` brought nothing new, nor item 7 again: the list may be sorted newest first, so its end is unclear.
      const isTurned = paging.style === 'after' && pages > 1 && fresh.length === 0 && !items.some(isSame(before));
      return { exhausted: !isTurned, requests };
    }
    if (pages >= limits.pages || clock.now() >= endsAtMs) return { exhausted: false, requests };
    before = items.at(-1);
    call = await callAgain(attempt, call, next);
  }
}

function isSame(item: ListItem | undefined): (other: ListItem) => boolean {
  return (other) => item !== undefined && textOf(item) === textOf(other);
}

/** An entry of a list. `key`: its name if the list is a map. */
export type ListItem = { key?: string; value: Json };

/** The entry and its key as JSON text. Entries with equal texts count as one item. */
export function textOf({ key, value }: ListItem): string {
  return JSON.stringify([key, value]);
}

/**
 * The entries of the array or map at `pointer`; empty for null or an absent list. Undefined if a scalar is there, or
 * the body itself is one or no JSON.
 */
function itemsAt(body: Json | undefined, pointer: string): ListItem[] | undefined {
  const list = readPointer(body, pointer);
  if (Array.isArray(list)) return list.map((value) => ({ value }));
  if (list === null || (list === undefined && body !== null && typeof body === 'object')) return [];
  return typeof list === 'object' ? Object.entries(list).map(([key, value]) => ({ key, value })) : undefined;
}

type Hit = Pick<ListReading, 'relation' | 'item' | 'key' | 'mismatch'>;

/** The best match: the first entry with all members equal, else one in another notation, else one with the same id. */
export function findItem(items: ListItem[], match: ItemMatch): Hit | undefined {
  let near: Hit | undefined;
  let sameIdentifier: Hit | undefined;
  for (const { key, value } of items) {
    const relations = match.map((one) => {
      if (isAmongOthers(value, one.pointer)) return 'EQUAL';
      const actual = readPointer(value, one.pointer);
      // A list of plain names may show a name inside a path or with a file ending: "docs/a.txt" for "a".
      if (one.pointer === '' && names(actual, one.value)) return 'EQUAL';
      // An entry of a map often lacks its id, because the id is its key.
      const isKey = actual === undefined && key !== undefined && relationOf(one.value, key, 'number') === 'EQUAL';
      return isKey ? 'EQUAL' : relationOf(one.value, actual, one.compare);
    });
    const left = match.map(({ summary }, at) => summary && relations[at] === 'ABSENT');
    // Several absent summary members: the list shows short entries, so they count as equal. One counts as lost.
    if (left.filter(Boolean).length > 1) for (const [at, isLeft] of left.entries()) if (isLeft) relations[at] = 'EQUAL';
    const off = match[relations.findIndex((relation) => relation !== 'EQUAL')];
    const named = key === undefined ? {} : { key };
    if (off === undefined) return { relation: 'EQUAL', item: value, ...named };
    if (relations.every((relation) => relation === 'EQUAL' || relation === 'NORMALISED'))
      near ??= { relation: 'NORMALISED', item: value, ...named };
    if (relations.some((relation, index) => relation === 'EQUAL' && match[index]?.identifies)) {
      const actual = readPointer(value, off.pointer);
      const { pointer, value: expected, compare } = off;
      const mismatch = { pointer, expected, compare, ...(actual === undefined ? {} : { actual }) };
      sameIdentifier ??= { relation: 'ABSENT', item: value, mismatch };
    }
  }
  return near ?? sameIdentifier;
}

function names(entry: Json | undefined, name: Json): boolean {
  return typeof entry === 'string' && typeof name === 'string' && entry.toLowerCase().includes(name.toLowerCase());
}

/**
 * True for the second page if the plan counts pages from 0. A server that counts from 1 answers `?page=1` with the
 * first page again.
 */
export function mayRepeatFirst(paging: Paging, pages: number): boolean {
  return paging.style === 'page' && paging.first === 0 && pages === 2;
}

function nextUrl(
  first: Call,
  call: Call,
  body: Json | undefined,
  last: ListItem | undefined,
  paging: Paging,
  pages: number,
  read: number,
): string | typeof ELSEWHERE | undefined {
  if (paging.style === 'page') return setQuery(first.outgoing.url, paging.param, paging.first + pages);
  if (paging.style === 'offset') return setQuery(first.outgoing.url, paging.param, read + (paging.first ?? 0));
  if (paging.style === 'link') return atOwnOrigin(first, shownLink(call, body, paging.next));
  if (paging.style === 'after') {
    const id = readPointer(last?.value, paging.id);
    const isMore = id !== undefined && readPointer(body, paging.more) === true;
    return isMore ? setQuery(first.outgoing.url, paging.param, id) : undefined;
  }
  const cursor = readPointer(body, paging.next);
  if (cursor === undefined || cursor === null || cursor === '' || typeof cursor === 'boolean') return undefined;
  if (typeof cursor === 'string' && /^(https?:\/)?\//i.test(cursor)) return atOwnOrigin(first, cursor);
  return setQuery(first.outgoing.url, paging.param, cursor);
}

function setQuery(url: string, name: string, value: Json): string {
  const target = new URL(url);
  target.searchParams.delete(name);
  return withQuery(target.href, { [name]: value });
}

function shownLink(call: Call, body: Json | undefined, next: string | undefined): string | undefined {
  if (next === undefined) return linkNext(call.answer?.headers['link']);
  const shown = readPointer(body, next);
  return typeof shown === 'string' && shown !== '' ? shown : undefined;
}

function linkNext(header: string | undefined): string | undefined {
  const link = (header ?? '').split(/,(?=\s*<)/).find((one) => /;\s*rel="?([^"]*\s)?next(\s[^"]*)?"?/i.test(one));
  return link && /<([^>]*)>/.exec(link)?.[1];
}

/** Stands for a next page whose URL may not be requested. */
const ELSEWHERE = Symbol('elsewhere');

/**
 * The next link as a URL on the requested host. A link to another host keeps only its query if its path ends the
 * requested path: a gateway may add a prefix. Any other foreign link is ELSEWHERE, because credentials never go to
 * another host. Undefined without a valid link.
 */
function atOwnOrigin({ outgoing }: Call, target: string | undefined): string | typeof ELSEWHERE | undefined {
  if (target === undefined || !URL.canParse(target, outgoing.url)) return undefined;
  const [asked, link] = [new URL(outgoing.url), new URL(target, outgoing.url)];
  if (link.origin === asked.origin) return link.href;
  const isOwn = link.pathname !== '/' && asked.pathname.endsWith(link.pathname);
  return isOwn ? asked.origin + asked.pathname + link.search : ELSEWHERE;
}

function markLength({ run: { longestLists } }: Attempt, { outgoing: { url } }: Call, length: number): void {
  longestLists.set(url, Math.max(length, longestLists.get(url) ?? 0));
}

/**
 * True if a list without documented paging hints at more items, so that absence proves nothing. Hints are a
 * `rel="next"` Link, a member such as `hasMore`, and a usual page size at a URL that has never shown a longer list.
 */
function looksCut({ run }: Attempt, call: Call, body: Json | undefined, length: number): boolean {
  if (linkNext(call.answer?.headers['link']) !== undefined) return true;
  const isLongest = length >= (run.longestLists.get(call.outgoing.url) ?? 0);
  if (isLongest && COMMON_PAGE_SIZES.has(length)) return true;
  return isSaidIn(body, announcesMore);
}

function isSaidIn(body: Json | undefined, test: (part: Json | undefined) => boolean): boolean {
  return test(body) || Object.values(isObject(body) ? body : {}).some(test);
}

/**
 * True for a 404 to a page number or offset: some frameworks answer so after the last page. After a page that was not
 * full (`isShort`), true for 400, 416 and 500 too: `?offset=4` of three items.
 */
function isBeyondEnd({ answer }: Call, paging: Paging | undefined, isShort: boolean): boolean {
  const refusals = isShort ? [400, 404, 416, 500] : [404];
  return refusals.includes(answer?.status ?? 0) && (paging?.style === 'page' || paging?.style === 'offset');
}

const NEXT = /^(next|nextPage|nextCursor|nextPageToken|nextLink|hasMore|hasNext)$/i;

/** True if an object has a true or filled member such as `next` or `hasMore`. A `total` does not count. */
function announcesMore(part: Json | undefined): boolean {
  if (!isObject(part)) return false;
  return Object.entries(part).some(([name, value]) => NEXT.test(name.replaceAll(/[-_]/g, '')) && Boolean(value));
}
