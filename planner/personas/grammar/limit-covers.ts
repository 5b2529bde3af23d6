import { barePath, paramsOf } from '../../resources/model/path-template.ts';
import { type Action, ACTIONS, ITEM_ACTIONS } from '../../resources/actions/actions-of.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isSameThing } from '../../resources/responses/response-shape.ts';
import { singular } from '../../vocabulary/singular.ts';
import { namesNoKind } from './limit-words.ts';
import { leadsToMembership, sharesAccess } from './is-sharing-endpoint.ts';
import type { ResourceGraph } from '../../resources/model/resource-graph.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import type { StatedLimit } from './stated-limit.ts';

const PLACE = /^(to|in|on|at|for|from|with|into)$/;

/**
 * Returns the resource nouns that a limit names; [] if none. After the first noun, nouns behind a word of place are
 * left out: "members to a team". Undefined if a word is not understood: it may be a condition. With `meant`, only the
 * last noun of its words counts; undefined if they have none.
 */
function kindsIn({ words, more = [], meant, scope, people = [] }: StatedLimit, nouns: string[]): string[] | undefined {
  if (meant) return lastKind(meant, nouns);
  const kinds: string[] = [];
  let isPlace = false;
  for (const word of inOneWord(words, nouns)) {
    const kind = kindOf(word, nouns);
    const isWhose = scope === 'object' && people.includes(word);
    if (kind === undefined && !isWhose && !namesNoKind({ words: [word] })) return undefined;
    isPlace ||= kinds.length > 0 && PLACE.test(word);
    if (kind !== undefined && !isPlace) kinds.push(kind);
  }
  for (const piece of kinds.length > 0 ? more : []) {
    const named = inOneWord(piece, nouns).filter((word) => !/^(and|or)$/.test(word));
    const found = named.flatMap((word) => kindOf(word, nouns) ?? []);
    if (found.length < named.length) break;
    kinds.push(...found);
  }
  return kinds;
}

/**
 * Returns the noun of the last plural that names one, else of the last singular: ["comment"] for "the articles and
 * comments of Ann". Undefined if the words name none.
 */
function lastKind(words: string[], nouns: string[]): string[] | undefined {
  const named = inOneWord(words, nouns).filter((word) => kindOf(word, nouns) !== undefined);
  const word = named.findLast((one) => singular(one) !== one) ?? named.at(-1);
  const kind = word === undefined ? undefined : kindOf(word, nouns);
  return kind === undefined ? undefined : [kind];
}

function kindOf(word: string, nouns: string[]): string | undefined {
  return nouns.find(
    (noun) => [noun, `${noun}s`].some((name) => sameName(word, name)) || sameName(singular(word), noun),
  );
}

/** Joins two adjacent words that are one noun: "timeentries" for the resource `timeEntry`. */
function inOneWord(words: string[], nouns: string[]): string[] {
  const [first, second, ...rest] = words;
  if (first === undefined || second === undefined) return words;
  const both = first + second;
  return kindOf(both, nouns) === undefined
    ? [first, ...inOneWord(words.slice(1), nouns)]
    : [both, ...inOneWord(rest, nouns)];
}

const known = new WeakMap<StatedLimit, { nouns: string[]; kinds: string[] | undefined }>();

/** Returns `kindsIn` with a cache for each limit. */
function kindsOf(limit: StatedLimit, nouns: string[]): string[] | undefined {
  const before = known.get(limit);
  if (before?.nouns === nouns) return before.kinds;
  const kinds = kindsIn(limit, nouns);
  known.set(limit, { nouns, kinds });
  return kinds;
}

/** The nouns of the spec's resources, and which resource a path parameter names. */
export type KnownThings = Pick<ResourceGraph, 'nouns' | 'producerOf'>;

/** Returns the path and, recursively, the paths of the creates of the items that its parameters name. */
function pathsAbove(things: KnownThings, path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  for (const param of paramsOf(path)) {
    const made = things.producerOf(path, param)?.create?.operation.path;
    if (made !== undefined) pathsAbove(things, made, known);
  }
  return known;
}

/**
 * True if the limit hides an item above `path`: reads, updates and deletes of it are refused. The path, or that of a
 * create above it, leads through an item of `kinds`, or of any kind if `kinds` is empty. People count only if the limit
 * refuses every action: their posts may be public, and messages can be sent to them. False if one of these paths names
 * a noun that the description grants beside `kinds` (`isGranted`). With `isInside`, also false if one leads to members.
 */
function isBelow(limit: StatedLimit, kinds: string[], things: KnownThings, path: string): boolean {
  const hides = (actions: Action[]) => actions.every((action) => limit.actions.includes(action));
  if (limit.scope !== 'object' || !hides(ITEM_ACTIONS)) return false;
  const paths = [...pathsAbove(things, path)];
  if (limit.isInside && paths.some(leadsToMembership)) return false;
  if (kinds.length > 0 && paths.some((one) => isGranted(limit, kinds, one))) return false;
  const isOne = (noun: string) => kinds.length === 0 || kinds.some((kind) => sameName(noun, kind));
  return paths.some((one) => nounsAbove(one).some((noun) => isOne(noun) && (hides(ACTIONS) || !PEOPLE.test(noun))));
}

/**
 * True if the path has a noun that the description grants: a persona that works on invoices may do so below hidden
 * projects. The limit's own nouns (`kinds`) do not count.
 */
function isGranted({ granted = [] }: StatedLimit, kinds: string[], path: string): boolean {
  const nouns = barePath(path)
    .split('/')
    .map(singular)
    .filter((noun) => !noun.startsWith('{') && !kinds.some((kind) => sameName(noun, kind)));
  return granted.some((word) => kindOf(word, nouns) !== undefined);
}

/** Returns the nouns of the items that a path leads through: ["project"] for `/projects/{id}/tasks`. */
function nounsAbove(path: string): string[] {
  return barePath(path)
    .split('/')
    .filter((_, at, segments) => segments[at + 1]?.startsWith('{') && at < segments.length - 2)
    .map(singular);
}

/** Nouns of people, whom others may write to though their items are hidden. */
export const PEOPLE = /(user|member|profile|person|people|author|contact|follower|customer|client)$/i;

/**
 * True if a limit covers an action on a resource: it hides an item above the resource, or it refuses the action and
 * names the resource or none. False if a word of the limit is not understood. `isInside` and `isUnshared` limits cover
 * less.
 */
export function limitCovers(
  limit: StatedLimit,
  action: Action,
  { noun, key, create }: Pick<Resource, 'noun' | 'key'> & Partial<Pick<Resource, 'create'>>,
  things: KnownThings,
): boolean {
  const kinds = kindsOf(limit, things.nouns);
  if (kinds === undefined) return false;
  // A card may have its own path while its create is below its board.
  const paths = [key, create?.operation.path].filter((path) => path !== undefined);
  if (limit.isUnshared && action !== 'create' && paths.some(sharesAccess)) return false;
  if (paths.some((path) => isBelow(limit, kinds, things, path))) return true;
  if (limit.isInside && action !== 'update' && action !== 'delete') return false;
  return limit.actions.includes(action) && (kinds.length === 0 || kinds.includes(noun));
}

/**
 * True if the limit hides others' items from the resource's list: it refuses the list, or it refuses the read and the
 * list shows the read's schema. A list of summaries may stay.
 */
export function hidesFromList(limit: StatedLimit, resource: Resource, things: KnownThings): boolean {
  const { list, read } = resource;
  const covers = (action: Action) => limitCovers(limit, action, resource, things);
  const showsWhole = list !== undefined && read !== undefined && isSameThing(list.place.item.flat, read.place.flat);
  return limit.scope === 'object' && (covers('list') || (showsWhole && covers('read')));
}

/** True if a limit refuses everything at a path, also an operation that belongs to no resource. */
export function isTotal(limit: StatedLimit, path: string, things: KnownThings): boolean {
  if (limit.isUnshared && sharesAccess(path)) return false;
  if (namesNoKind(limit) && ACTIONS.every((action) => limit.actions.includes(action))) return true;
  const kinds = kindsOf(limit, things.nouns);
  return kinds !== undefined && isBelow(limit, kinds, things, path);
}
