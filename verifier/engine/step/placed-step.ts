import { pointerToken, readPointer } from '../../plan/json-pointer.ts';
import type { AssumedAnswer, Json, Step, ValueReference } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { isId } from '../responses/is-id.ts';

/**
 * `step`: the step with its JSON Pointers moved to where the response shows the item or list. `isShown`: true if the
 * response shows what the step needs.
 */
export type PlacedStep = { step: Step; isShown: boolean };

/** The deepest level of an object that may be the item or hold the list: 2 for `{"data": {"book": {…}}}`. */
export const MAX_PLACE_DEPTH = 2;

/** The JSON Pointer of the first of `ids` that the object at `at` shows as an id. Undefined if it shows none. */
export function idIn({ ids, isNumber }: AssumedAnswer, body: Json, at: string): string | undefined {
  return ids
    .map((name) => at + pointerToken(name))
    .find((pointer) => {
      const value = readPointer(body, pointer);
      return isId(value) && (!isNumber || /^\d+$/.test(String(value)));
    });
}

/** True if the object at `at` shows the member at `pointer` with the JSON type of the expected value. */
export function isShownAlike(
  { sent, captures }: Attempt,
  { pointer, value }: { pointer: string; value: ValueReference },
  body: Json,
  at: string,
): boolean {
  const expected =
    'sent' in value
      ? readPointer(sent.get(value.sent) as Json | undefined, value.pointer)
      : captures.get(value.capture);
  return isSameType(expected, readPointer(body, at + pointer));
}

/**
 * True if two values have the same JSON type. Null equals any type, because a lost value may be shown as null. Arrays
 * are compared by their first entries.
 */
export function isSameType(sent: Json | undefined, shown: Json | undefined): boolean {
  if (sent === undefined || shown === undefined) return false;
  if (sent === null || shown === null) return true;
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === 0 || shown.length === 0 || isSameType(sent[0], shown[0]);
  return Array.isArray(sent) === Array.isArray(shown) && typeof sent === typeof shown;
}
