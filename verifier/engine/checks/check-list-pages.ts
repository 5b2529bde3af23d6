import { readPointer } from '../../plan/json-pointer.ts';
import type { Assertion, Json, Step } from '../../plan/plan.ts';
import { type Relation, relationOf } from '../../verdicts/compare-values.ts';
import type { AssertionFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAgain } from '../exchange/call-api.ts';
import { wrongPaginationMetadata } from '../lists/wrong-pagination-metadata.ts';
import { findItem, type ItemMatch, type ListItem, mayRepeatFirst, textOf, walkList } from '../lists/read-list.ts';
import { resolveMatch, resolveReference } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

type Of<Op extends Assertion['op']> = Extract<Assertion, { op: Op }>;

/**
 * The most walks over one list, because other users may change it meanwhile. A right walk passes. A page over the
 * requested size fails at once, any other fault if two walks in a row show the same items.
 */
const WALKS = 5;

/**
 * Facts of `listOnly`: no item on the pages read has another value at `pointer`. `GET /tasks?status=open` must show
 * no closed task. Items without the member pass.
 */
export async function checkListOnly(
  attempt: Attempt,
  step: Step,
  { op, list, pointer, value }: Of<'listOnly'>,
  call: Call,
): Promise<AssertionFacts> {
  const expected = resolveReference(value, attempt.valuesFor(step.persona));
  let other: Json | undefined;
  const { exhausted } = await walkList(attempt, call, list, step.paging, (items) => {
    const shown = items.map((item) => readPointer(item.value, pointer)).filter((one) => one !== undefined);
    other = shown.find((one) => relationOf(expected, one, 'exact') === 'DIFFERENT');
    return other !== undefined;
  });
  const relation = other === undefined ? 'EQUAL' : 'DIFFERENT';
  return { op, pointer: list, relation, exhausted, expected, ...(other === undefined ? {} : { actual: other }) };
}

/**
 * Facts of `listPages`: the pages show each expected item once (with `inOrder`, in that order), none is over the page
 * size, and no count or other page metadata is wrong. EQUAL with `exhausted: false` if the list keeps changing or its
 * offsets are unclear.
 */
export async function checkListPages(
  attempt: Attempt,
  step: Step,
  { op, list, size, each, inOrder, ...said }: Of<'listPages'>,
  call: Call,
): Promise<AssertionFacts> {
  const values = attempt.valuesFor(step.persona);
  const limit = size === undefined ? undefined : Number(resolveReference(size, values));
  const matches = each.map((match) => resolveMatch(match, values));
  let before: string | undefined;
  for (let walks = 1; walks <= WALKS; walks += 1) {
    const first = walks === 1 ? call : await callAgain(attempt, call, call.outgoing.url);
    const { trail, isUnclear, ...found } = await walkOnce(
      attempt,
      step,
      { list, limit, matches, inOrder, ...said },
      first,
    );
    if (isUnclear) break;
    if (found.relation === 'EQUAL' || found.pages === 'TOO_LONG' || trail === before)
      return { op, pointer: list, ...found };
    before = trail;
  }
  return { op, pointer: list, relation: 'EQUAL', exhausted: false };
}

type Asked = {
  list: string;
  limit: number | undefined;
  matches: ItemMatch[];
  inOrder: true | undefined;
} & Pick<Of<'listPages'>, 'total' | 'count' | 'ends' | 'told'>;

async function walkOnce(
  attempt: Attempt,
  step: Step,
  { list, limit, matches, inOrder, told: sayings = [], ...said }: Asked,
  first: Call,
): Promise<Omit<AssertionFacts, 'op' | 'pointer'> & { pointer?: string; trail: string; isUnclear?: true }> {
  const pages: ListItem[][] = [];
  const bodies: (Json | undefined)[] = [];
  let asked = 0;
  const visit = (items: ListItem[], body: Json | undefined): boolean => {
    asked += 1;
    const { paging } = step;
    const isSaid = paging?.style === 'page' && paging.isSaid;
    const isFirstAgain = paging && !isSaid && mayRepeatFirst(paging, asked) && samePage(items, pages[0]);
    if (!isFirstAgain) {
      pages.push(items);
      bodies.push(body);
    }
    return limit !== undefined && items.length > limit;
  };
  const { exhausted } = await walkList(attempt, first, list, step.paging, visit, undefined, limit);
  const trail = pages.flat().map(textOf).join('\n');
  const longest = Math.max(0, ...pages.map(({ length }) => length));
  if (limit !== undefined && longest > limit)
    return { trail, relation: 'DIFFERENT', pages: 'TOO_LONG', exhausted, expected: limit, actual: longest };
  // Page 2 begins with the last item of page 1: the server may count offsets from 1. Nothing is asserted.
  if (step.paging?.style === 'offset' && step.paging.isUnsaid && beginsWithLast(pages))
    return { trail, relation: 'EQUAL', exhausted: false, isUnclear: true };
  const last = pages.at(-1) ?? [];
  const isRepeated = last.length > 0 && samePage(last, pages.at(-2));
  // Some servers answer `?page=9` after the end with the last page again: that repeat is not counted.
  const whole = isRepeated ? pages.slice(0, -1) : pages;
  const told = whole.flat();
  const places = matches.map((match) => {
    const placesOf = (relation: Relation) =>
      told.flatMap((item, at) => (findItem([item], match)?.relation === relation ? [at] : []));
    const exact = placesOf('EQUAL');
    // Without an equal entry, an entry that differs only in notation counts as the item.
    return exact.length > 0 ? exact : placesOf('NORMALISED');
  });
  const times = places.map(({ length }) => length);
  // `?after=7` pages may overlap when the order changes. Only a page that repeats the last item of the page before is
  // wrong: it should start after that item.
  const mayOverlap = step.paging?.style === 'after';
  const isAgain = mayOverlap ? beginsWithin(pages) : times.some((count) => count > 1);
  if (isAgain || (isRepeated && times.includes(0)))
    return { trail, relation: 'DIFFERENT', pages: 'REPEATED', exhausted, expected: 1, actual: Math.max(2, ...times) };
  const lost = matches[times.indexOf(0)];
  if (lost && exhausted) return { trail, relation: 'ABSENT', exhausted, expected: lost.map(({ value }) => value) };
  const firsts = places.flatMap((found) => found.slice(0, 1));
  const isFalling = firsts.some((place, at) => at > 0 && place < (firsts[at - 1] ?? 0));
  if (inOrder && firsts.length === matches.length && isFalling)
    return {
      trail,
      relation: 'DIFFERENT',
      pages: 'MISORDERED',
      exhausted,
      expected: matches.map((one) => one.map(({ value }) => value)),
    };
  const shown = { items: new Set(told.map(textOf)).size, pages: whole.filter(({ length }) => length > 0).length };
  const wrong = misstated(said, bodies, shown);
  if (wrong) return { ...wrong, trail, relation: 'DIFFERENT', pages: 'MISCOUNTED', exhausted };
  const shownOn = whole.map(({ length }, at) => ({ count: length, body: bodies[at] }));
  const isCounted = step.paging?.style === 'page' && asked === pages.length;
  const untrue = wrongPaginationMetadata(sayings, shownOn, { limit, exhausted, isCounted });
  if (untrue) return { ...untrue, trail, relation: 'DIFFERENT', pages: 'MISTOLD', exhausted };
  return { trail, relation: 'EQUAL', exhausted };
}

function beginsWithLast([first = [], second = []]: ListItem[][]): boolean {
  const [last, again] = [first.at(-1), second[0]];
  return last !== undefined && again !== undefined && textOf(last) === textOf(again);
}

/** True if a page repeats the last item of the page before. */
function beginsWithin(pages: ListItem[][]): boolean {
  return pages.some((page, at) => {
    const last = pages[at - 1]?.at(-1);
    return last !== undefined && page.some((item) => textOf(item) === textOf(last));
  });
}

function samePage(items: ListItem[], before: ListItem[] | undefined): boolean {
  return before !== undefined && items.map(textOf).join('\n') === before.map(textOf).join('\n');
}

/**
 * The first total or page count that is less than what the pages show. Else the first `hasMore: false` (or null)
 * before the last page with items. Undefined if there is neither.
 */
function misstated(
  { total, count, ends = [] }: Pick<Asked, 'total' | 'count' | 'ends'>,
  bodies: (Json | undefined)[],
  shown: { items: number; pages: number },
): { pointer: string; expected: Json; actual: Json } | undefined {
  const counted = [
    { pointer: total, expected: shown.items },
    { pointer: count, expected: shown.pages },
  ].flatMap(({ pointer, expected }) => {
    if (pointer === undefined) return [];
    const numbers = bodies.map((body) => readPointer(body, pointer)).filter((one) => typeof one === 'number');
    const most = Math.max(...numbers);
    // Some servers send -1 for "not counted".
    const isLess = numbers.length > 0 && numbers.every((one) => one >= 0) && most < expected;
    return isLess ? [{ pointer, expected, actual: most }] : [];
  });
  const ended = ends.flatMap((pointer) => {
    const before = bodies.slice(0, Math.max(0, shown.pages - 1)).map((body) => readPointer(body, pointer));
    return before.flatMap((one) => (one === false || one === null ? [{ pointer, expected: true, actual: one }] : []));
  });
  return [...counted, ...ended][0];
}
