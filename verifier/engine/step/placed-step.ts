import { pointerToken, readPointer } from '../../plan/json-pointer.ts';
import type { AssumedAnswer, Json, Step, ValueReference } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { isId } from '../responses/is-id.ts';

/**
 * `step`: with pointers into the response where it shows the item or list; `isShown`: whether it shows what the step
 * needs.
 */
export type PlacedStep = { step: Step; isShown: boolean };

/** How deep inside an answer a thing or a list is looked for: {"data": {"book": {…}}}. */
export const MAX_PLACE_DEPTH = 2;

/** The place of the id that the path parameter takes, within an object. */
export function idIn({ ids, isNumber }: AssumedAnswer, body: Json, at: string): string | undefined {
  return ids
    .map((name) => at + pointerToken(name))
    .find((pointer) => {
      const value = readPointer(body, pointer);
      return isId(value) && (!isNumber || /^\d+$/.test(String(value)));
    });
}

/**
 * The object at this place has the types that were sent. Otherwise it is another item of the same name, or another form
 * of it.
 */
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

/** Null is no kind of its own: it is what is shown of a value that was lost. */
export function isSameType(sent: Json | undefined, shown: Json | undefined): boolean {
  if (sent === undefined || shown === undefined) return false;
  if (sent === null || shown === null) return true;
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === 0 || shown.length === 0 || isSameType(sent[0], shown[0]);
  return Array.isArray(sent) === Array.isArray(shown) && typeof sent === typeof shown;
}
