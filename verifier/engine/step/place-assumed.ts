import { isReading } from '../../plan/is-reading.ts';
import { isObject, type JsonObject } from '../../plan/json-object.ts';
import { pointerToken, readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Assertion, AssumedAnswer, Capture, Json, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { MAX_PLACE_DEPTH, idIn, isSameType, isShownAlike, type PlacedStep } from './placed-step.ts';
import { placeAssumedList } from './place-assumed-list.ts';
import type { SentRequest } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

type Equals = Extract<Assertion, { op: 'equals' }>;

/**
 * Finds the item, or the list of items, in an undocumented response and points the step's assertions and captures at
 * it. Members that are absent or of another type than sent are not asserted. A response that shows only an id still
 * gives later reads and teardown that id.
 */
export function placeAssumed(attempt: Attempt, step: Step, call: Call, body: Json | undefined): PlacedStep {
  if (step.assumed === undefined) return { step, isShown: true };
  const isOfList = step.assert.some((one) => 'list' in one);
  return isOfList ? placeAssumedList(attempt, step, body ?? null) : placeItem(attempt, step, call, body ?? null);
}

function placeItem(attempt: Attempt, step: Step, { answer }: Call, body: Json): PlacedStep {
  const { id: name } = step.assumed as AssumedAnswer;
  const own = pointerToken(name);
  const places = objectsIn(body, '', MAX_PLACE_DEPTH);
  const claims = step.assert.filter((one): one is Equals => one.op === 'equals' && one.pointer !== own);
  const request = attempt.sent.get(step.id);
  const members = isReading(step) || !isObject(request?.body) ? [] : membersOf(request.body);
  const idAt = (at: string) => idIn(step.assumed as AssumedAnswer, body, at);
  const shownAt = (at: string): Assertion[] => claims.filter((one) => isShownAlike(attempt, one, body, at));
  const saidAt = (at: string) =>
    members.filter(([key, sent]) => isSameType(sent, readPointer(body, at + pointerToken(key))));
  // Of two places that show equally many members, the one with an id wins.
  const tells = (at: string) => 2 * (shownAt(at).length + saidAt(at).length) + (idAt(at) === undefined ? 0 : 1);
  const [best = ''] = places.toSorted((one, other) => tells(other) - tells(one));
  const shown = shownAt(best);
  const isSaid = isReading(step) || saidAt(best).some(([key]) => !SAID_OF_ALL.test(key));
  // An id that the request contains belongs to another item, unless the response also shows sent values.
  const isOthers = (pointer: string) => !isSaid && namesInRequest(request, readPointer(body, pointer));
  // An id or Location in a 202 names the job and not the item.
  const isLater = answer?.status === 202 && !isReading(step);
  const id = isLater
    ? undefined
    : [best, ...places].map(idAt).find((pointer) => pointer !== undefined && !isOthers(pointer));
  const isCarried = Object.values(step.captures).some((one) => one.from === 'body' && one.pointer === own);
  const isLocated = !isLater && id === undefined && answer?.headers['location'] !== undefined;
  const moved = (pointer: string): string => (pointer === own ? (id ?? NOWHERE) : best + pointer);
  const captures = Object.entries(step.captures).map(([key, one]): [string, Capture] => {
    if (one.from !== 'body') return [key, one];
    const isLeft = isLocated && one.pointer === own;
    return [
      key,
      isLeft ? { from: 'header', name: 'location', take: 'lastSegment' } : { ...one, pointer: moved(one.pointer) },
    ];
  });
  // The assertion on the id is kept only if the response shows an id.
  const kept = step.assert.filter((one) =>
    one.op === 'equals' ? (one.pointer === own ? id !== undefined : shown.includes(one)) : true,
  );
  const claimed = kept.map((one) => (one.op === 'equals' && one.pointer === own ? ofId(one, step) : one));
  const isTold = isSaid && (claims.length === 0 || shown.length > 0);
  return {
    step: { ...step, captures: Object.fromEntries(captures), assert: claimed.map((one) => movedClaim(one, moved)) },
    isShown: isTold && (!isCarried || id !== undefined),
  };
}

/** Compares an id by value if it is a number: another response may show it as text. */
function ofId(claim: Equals, { assumed }: Step): Equals {
  return assumed?.isNumber ? { ...claim, compare: 'number' } : claim;
}

/** A JSON Pointer where no response has a value. */
const NOWHERE = '/0/0/0/0';

/** The sent members. If the body is a wrapper (`{"task": {…}}`), the members inside it. */
function membersOf(body: JsonObject): [string, Json][] {
  const [only, ...others] = Object.values(body);
  return Object.entries(isObject(only) && others.length === 0 ? only : body);
}

function namesInRequest(request: SentRequest | undefined, value: Json | undefined): boolean {
  const scalars = [request?.path, request?.query, request?.body].flatMap((part) =>
    isObject(part) ? Object.values(part) : [],
  );
  return scalars.some((one) => String(one) === String(value));
}

/** Names of members that report the outcome of a request, for any resource. */
const SAID_OF_ALL = /^(code|detail|error|message|msg|result|status|success|type)$/i;

function movedClaim(claim: Assertion, moved: (pointer: string) => string): Assertion {
  if (claim.op === 'leavesNoneOut')
    return { ...claim, members: claim.members.map((one) => ({ ...one, pointer: moved(one.pointer) })) };
  return 'pointer' in claim && !('list' in claim) ? { ...claim, pointer: moved(claim.pointer) } : claim;
}

/**
 * JSON Pointers of the value and the objects inside it, outermost first. A list counts only if it has one entry, by
 * that entry.
 */
function objectsIn(value: Json, at: string, depth: number): string[] {
  const [value_, place] = Array.isArray(value) && value.length === 1 ? [value[0] as Json, `${at}/0`] : [value, at];
  if (!isObject(value_)) return [];
  const inner = depth === 0 ? [] : Object.entries(value_);
  const below = inner.map(([name, one]) => objectsIn(one, place + pointerToken(name), depth - 1));
  return [place, ...below.flat()].toSorted((one, other) => segmentsOf(one).length - segmentsOf(other).length);
}
