import type { Known, MadeUpForm } from '../../auth/make-up.ts';
import { isReading } from '../../plan/is-reading.ts';
import { isObject, type JsonObject } from '../../plan/json-object.ts';
import { namesItem } from '../../plan/names-item.ts';
import type { Json, RequestTemplate, Step } from '../../plan/plan.ts';
import type { WireResponse } from '../../transport/send.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import { lastPathValue, type Leaf, leavesOfRequest } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAs, callApi, successOf } from '../exchange/call-api.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { isRefusedElsewhere } from './is-refused-elsewhere.ts';
import { MissingValue, resolveTemplate } from '../request/resolve-template.ts';
import { takeCaptures } from '../responses/take-captures.ts';
import type { Call } from '../exchange/call.ts';

/** Names of members that describe a page or its time: `total`, `nextPage`, `timestamp`. */
const OF_PAGE =
  /^(empty|end|first|from|last|start|to)$|(?<!ac|dis)count|cursor|more|next|page|prev|size|time|total|truncated|version/i;
/** Names of members that show the type of an item. */
const OF_KIND = /^(@?type|__typename|kind|object)$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The most comparisons of the forged read with the persona's read. */
const LOOKS = 4;
/** Members that identify an item or a user. */
const OF_ID = /"(id|\w*(_id|Id|ID|uuid))":/;

/**
 * True if the API took the forged credentials of `call` for the persona's. For a persona's token with a broken
 * signature, the success is proof. It is none for other forms: some services create a user for anybody, and some answer
 * "not signed in" with 200. Proof is then a response with the persona's item or equal to the persona's own, a change
 * that the persona sees, or another operation that refuses the same credentials.
 */
export async function acceptsForgedCredentials(
  attempt: Attempt,
  step: Step,
  call: Call,
  form: MadeUpForm,
  identity: Known,
): Promise<boolean> {
  if (form === 'SIGNATURE' || form === 'PAYLOAD' || form === 'UNSIGNED') return true;
  const named = step.rpc ? leavesOfRequest(step) : lastPathValue(step);
  const own = named.filter((leaf) => 'capture' in leaf || 'sent' in leaf);
  // Asked where the response proves nothing: some reads answer any caller, and some writes succeed before
  // authentication.
  const isElsewhere = () => isRefusedElsewhere(attempt, step, call.identity, form);
  if (isReading(step)) {
    let [madeUp, personas] = [call, await callAs(attempt, call, identity)];
    for (let looks = 0; looks < LOOKS; looks += 1) {
      if (await isReadAlike(attempt, step, own, madeUp, personas, isElsewhere)) return true;
      // Another journey may have changed the list between the two reads: repeats one of them, by turns.
      if (looks % 2 === 0) madeUp = await callAs(attempt, call, call.identity);
      else personas = await callAs(attempt, call, identity);
    }
    return false;
  }
  const isOwn = own.length > 0;
  // If each caller sees only own items, DELETE finds nothing and PUT creates another item, and both answer 2xx.
  if (isOwn && step.method === 'DELETE')
    return (await readAt(attempt, step, step.madeUp ?? null)) === undefined || isElsewhere();
  const isTaken =
    isOwn && step.method === 'PUT'
      ? await isKept(attempt, step, call)
      : showsIt(attempt, step, own, call) || (await isSeen(attempt, step, call));
  if (isTaken) return true;
  return (isOwn || hasMade(attempt, step, call) || (await isKept(attempt, step, call))) && isElsewhere();
}

async function isReadAlike(
  attempt: Attempt,
  step: Step,
  named: Leaf[],
  asked: Call,
  personas: Call,
  isElsewhere: () => Promise<boolean>,
): Promise<boolean> {
  const [text, ownText] = [asked, personas].map((one) => successOf(one)?.body);
  if (text === undefined || ownText === undefined) return false;
  // Only for a read of the item itself: below another user's item a service may answer 200 with an empty list.
  if (named.length > 0 && namesItem(step.path)) return text === ownText || showsIt(attempt, step, named, asked);
  const [shown, own] = [parseJson(text), parseJson(ownText)];
  // Any text but JSON: a report or a file.
  if (shown === undefined || own === undefined) return text !== '' && text === ownText && isElsewhere();
  const isAlike = showsSomething(own) && sameJson(shown, own);
  // A response without any id may be the initial state of every account.
  if (isAlike && (listsIn(own).length > 0 || OF_ID.test(JSON.stringify(own)))) return true;
  return (isAlike || showsThings(shown, own)) && isElsewhere();
}

/**
 * True if the response shows an id of the requested item. A number counts only in a member named like an id, because it
 * may be an error code.
 */
function showsIt(attempt: Attempt, step: Step, named: Leaf[], call: Call): boolean {
  const ids = new Set(named.map((leaf) => String(resolveTemplate(leaf, attempt.valuesFor(step.persona)))));
  const isIn = (value: Json, name = ''): boolean =>
    isObject(value)
      ? Object.entries(value).some(([each, one]) => isIn(one, each))
      : Array.isArray(value)
        ? value.some((one) => isIn(one, name))
        : ids.has(String(value)) && (/id$/i.test(name) || !/^\d+$/.test(String(value)));
  return isIn(parseJson(successOf(call)?.body ?? '') ?? null);
}

/**
 * True if both responses are maps of items, or have a list at the same place and are otherwise alike (`saysTheSame`).
 */
function showsThings(shown: Json, own: Json): boolean {
  if (isKeyed(shown) && isKeyed(own)) return true;
  const lists = new Map(listsIn(own));
  const shared = listsIn(shown).filter(([at]) => lists.has(at));
  // A filled list where the persona sees an empty one may hold error messages.
  const isTold = shared.length > 1 && shared.some(([at, list]) => list.length > 0 && lists.get(at)?.length === 0);
  return shared.length > 0 && !isTold && saysTheSame(shown, own);
}

/** True for a map of items: the keys are UUIDs, or each entry repeats its key. Also true for an empty object. */
function isKeyed(body: Json): boolean {
  if (!isObject(body)) return false;
  const saysKey = (key: string, one: JsonObject) =>
    Object.entries(one).some(([name, value]) => value === key && !OF_KIND.test(name));
  return Object.entries(body).every(([key, one]) => isObject(one) && (UUID.test(key) || saysKey(key, one)));
}

/**
 * True if what `shown` has is as in the persona's response, apart from lists and page metadata. Any other difference
 * may concern the caller, or be an error.
 */
function saysTheSame(shown: Json, own: Json | undefined): boolean {
  if (Array.isArray(shown) && Array.isArray(own)) return true;
  if (!isObject(shown) || !isObject(own)) return shown === (own ?? null);
  return Object.entries(shown).every(([name, one]) => OF_PAGE.test(name) || saysTheSame(one, own[name]));
}

/**
 * True if the write seems to have created an item: it got 201, or another success but 202 that shows all required
 * captures of a step with captures. May store the step's captures.
 */
function hasMade(attempt: Attempt, step: Step, call: Call): boolean {
  const answer = successOf(call);
  if (answer === undefined || answer.status === 202) return false;
  const isTold = Object.keys(step.captures).length > 0;
  return answer.status === 201 || (isTold && takeCaptures(attempt, step, answer, parseJson(answer.body)).length === 0);
}

/**
 * True if an object or list shows any data. False if it is empty or all its lists are, because every caller gets that.
 */
function showsSomething(body: Json): boolean {
  if (body === null || typeof body !== 'object') return false;
  const lists = listsIn(body);
  return Object.keys(body).length > 0 && (lists.length === 0 || lists.some(([, list]) => list.length > 0));
}

/** The arrays of a response that are in no other array, at most three levels deep, each with its place. */
function listsIn(body: Json, at = '', depth = 0): [at: string, list: Json[]][] {
  if (Array.isArray(body)) return [[at, body]];
  if (depth > 2 || !isObject(body)) return [];
  return Object.entries(body).flatMap(([name, one]) => listsIn(one, `${at}/${name}`, depth + 1));
}

/**
 * True if the persona can read the item that the forged request created, at the path where teardown deletes it. Stores
 * the step's captures.
 */
async function isSeen(attempt: Attempt, step: Step, call: Call): Promise<boolean> {
  const undo = attempt.plan.teardown.find(({ forStep }) => forStep === step.id);
  const answer = successOf(call);
  if (!undo || !answer || !namesItem(undo.path)) return false;
  takeCaptures(attempt, step, answer, parseJson(answer.body));
  return (await readAt(attempt, undo, undo.persona)) !== undefined;
}

/**
 * True if the persona's read of the changed item equals the response of the PUT or PATCH. A user created for the caller
 * would have an item of its own.
 */
async function isKept(attempt: Attempt, step: Step, call: Call): Promise<boolean> {
  const body = parseJson(successOf(call)?.body ?? '');
  if (!['PUT', 'PATCH'].includes(step.method) || body === undefined || !showsSomething(body)) return false;
  const read = await readAt(attempt, step, step.madeUp ?? null);
  return sameJson(parseJson(read?.body ?? '') ?? null, body);
}

async function readAt(
  attempt: Attempt,
  { operationId, path, params }: RequestTemplate,
  persona: string | null,
): Promise<WireResponse | undefined> {
  try {
    const place = { path: params.path, query: {}, header: {} };
    return successOf(await callApi(attempt, { operationId, method: 'GET', path, params: place }, persona));
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}
