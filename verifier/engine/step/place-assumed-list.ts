import { isObject } from '../../plan/json-object.ts';
import { pointerToken, readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Assertion, AssumedAnswer, Capture, ItemMatch, Json, Step } from '../../plan/plan.ts';
import { MAX_PLACE_DEPTH, idIn, isShownAlike, type PlacedStep } from './placed-step.ts';
import type { Attempt } from '../context/attempt.ts';

/** Usual names of a member that holds a list. */
const HOLDING = /\/(content|data|docs|documents|entries|items|list|records|results|rows|values)$/i;

/**
 * Finds the list in an undocumented response and points the step's list assertions at it. They and the captures adopt
 * the name that the first entry uses for the id. Members that this entry does not show are not compared. `isShown` is
 * false if no list is found.
 */
export function placeAssumedList(attempt: Attempt, step: Step, body: Json): PlacedStep {
  const assumed = step.assumed as AssumedAnswer;
  const list = listIn(assumed, body, step.path);
  if (list === undefined) return { step, isShown: false };
  const [first = null] = readPointer(body, list) as Json[];
  const own = pointerToken(assumed.id);
  const shown = idIn(assumed, first, '') ?? own;
  const captures = Object.entries(step.captures).map(([name, one]): [string, Capture] => [
    name,
    one.from === 'entry' && one.pointer === own ? { ...one, pointer: shown } : one,
  ]);
  const placed = (match: ItemMatch): ItemMatch =>
    match.flatMap((one) => {
      if (one.pointer === own) return [{ ...one, pointer: shown, ...(assumed.isNumber ? { compare: 'number' } : {}) }];
      return isShownAlike(attempt, one, first, '') ? [one] : [];
    });
  const claims = step.assert.map((one) => atList(one, list, placed));
  return { step: { ...step, captures: Object.fromEntries(captures), assert: claims }, isShown: true };
}

function atList(claim: Assertion, list: string, placed: (match: ItemMatch) => ItemMatch): Assertion {
  if (!('list' in claim)) return claim;
  if ('match' in claim) return { ...claim, list, match: placed(claim.match) };
  return 'each' in claim ? { ...claim, list, each: claim.each.map(placed) } : { ...claim, list };
}

/**
 * The JSON Pointer of the list. An array counts if each entry has an id, or if it is empty and is the body, named like
 * the path, or usually named (`items`). Of several arrays, the body itself or the one named like the path. Undefined if
 * none qualifies.
 */
function listIn(assumed: AssumedAnswer, body: Json, path: string): string | undefined {
  const called = path.split('/').findLast((segment) => segment !== '') ?? '';
  const isCalledSo = (at: string) => at === '' || segmentsOf(at).at(-1) === called;
  const lists = arraysIn(body, '', MAX_PLACE_DEPTH).filter((at) => {
    const entries = readPointer(body, at) as Json[];
    return entries.length > 0
      ? entries.every((entry) => idIn(assumed, entry, '') !== undefined)
      : isCalledSo(at) || HOLDING.test(at);
  });
  return lists.length === 1 ? lists[0] : lists.find(isCalledSo);
}

function arraysIn(value: Json, at: string, depth: number): string[] {
  if (Array.isArray(value)) return [at];
  if (!isObject(value) || depth < 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => arraysIn(inner, at + pointerToken(name), depth - 1));
}
