import { earlierSteps } from '../../plan/earlier-steps.ts';
import { isReading } from '../../plan/is-reading.ts';
import { namesItem } from '../../plan/names-item.ts';
import { isObject, type JsonObject } from '../../plan/json-object.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import { relationOf } from '../../verdicts/compare-values.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { isId } from './is-id.ts';
import { resolveReference } from '../request/resolve-template.ts';

const ENDED = /delet|remov|archiv|disabl|trash|cancel|revok|terminat|clos|expir|ended|purg|retire|withdr/i;
const MARK_NAME = new RegExp(`${ENDED.source}|active|enabled|status|state|phase|lifecycle`, 'i');
const MARK_VALUE = new RegExp(`${ENDED.source}|inactive|gone`, 'i');

/**
 * Classifies what a read after a DELETE shows. SOFT_DELETED: nothing, a new mark such as `"status": "archived"`, or a
 * text that an earlier read has shown as gone (verdict row 26). OTHER_ITEM: another item, or one that cannot be told to
 * be the deleted one (row 27). STILL_THERE: the item itself (row 23). `shown`: the body or list entry; null if there is
 * none.
 */
export function classifyAfterDelete(
  attempt: Attempt,
  step: Step,
  shown: Json | undefined,
): NonNullable<StepFacts['afterDelete']> {
  // Some frameworks answer 200 with an empty body if the handler found nothing.
  if (shown === null) return 'SOFT_DELETED';
  if (typeof shown === 'string' && isShownAsGone(attempt, step)) return 'SOFT_DELETED';
  if (typeof shown === 'string')
    return isListedByChosenName(step) || isLastText(attempt, step, shown) ? 'STILL_THERE' : 'OTHER_ITEM';
  if (!isObject(shown) || namesAnother(attempt, step, shown)) return 'OTHER_ITEM';
  const sent = sentToItem(attempt, step);
  const item = unwrap(shown, sent);
  const seen = lastSeenBefore(attempt, step);
  const before = seen && unwrap(seen, sent);
  if (Object.entries(item).some(([key, value]) => isDeletionMark(key, value, before))) return 'SOFT_DELETED';
  const isSame =
    showsWhatWasSent(item, sent) ||
    (sentNothing(sent) && isListedByChosenName(step)) ||
    isAsSeenBefore(step, shown, seen);
  return isSame ? 'STILL_THERE' : 'OTHER_ITEM';
}

/** True if an earlier read after this DELETE succeeded. It has shown the item as gone, since the journey went on. */
function isShownAsGone({ plan, bodies }: Attempt, step: Step): boolean {
  return earlierSteps(plan, step).some(
    ({ id, expect, effectOf }) => expect.outcome === 'gone' && effectOf === step.effectOf && bodies.has(id),
  );
}

/** True if the text equals that of the last earlier request with the same method and path. */
function isLastText({ plan, bodies }: Attempt, step: Step, shown: string): boolean {
  const reads = earlierSteps(plan, step).filter(({ path, method }) => path === step.path && method === step.method);
  return bodies.get(reads.at(-1)?.id ?? '') === shown;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * True if each member is as before the DELETE, and the server gave the item its id, or the item shows a time. Some
 * services show an item for any name, but not with the same time.
 */
function isAsSeenBefore({ params, assert }: Step, shown: JsonObject, seen: JsonObject | undefined): boolean {
  if (seen === undefined || relationOf(seen, shown, 'exact') !== 'EQUAL') return false;
  const found = assert.flatMap((one) => (one.op === 'listLacks' ? one.match.map(({ value }) => value) : []));
  const isGiven = [...Object.values(params.path), ...found].some((value) => 'capture' in value);
  return isGiven || Object.values(shown).some((value) => typeof value === 'string' && MOMENT.test(value));
}

function sentNothing(sent: JsonObject): boolean {
  return Object.keys(sent).length === 0;
}

/** True if the step looks in a list for a name that the run chose in a path. No other item has that name. */
function isListedByChosenName({ assert }: Step): boolean {
  const match = assert.flatMap((one) => (one.op === 'listLacks' ? one.match : []));
  return match.some(({ value }) => 'sent' in value && value.pointer.startsWith('/path/'));
}

/**
 * True if the response shows another id than the deleted item's: in the member that earlier reads of this path assert,
 * or at the place where the id was taken from.
 */
function namesAnother(attempt: Attempt, step: Step, shown: JsonObject): boolean {
  const reference = JSON.stringify(Object.values(step.params.path).at(-1));
  const own = earlierSteps(attempt.plan, step)
    .filter(({ path, method }) => path === step.path && method === step.method)
    .flatMap(({ assert }) => assert)
    .find((one) => one.op === 'equals' && JSON.stringify(one.value) === reference);
  if (own?.op !== 'equals') return showsAnotherId(attempt, step, shown);
  const asked = resolveReference(own.value, attempt.valuesFor(step.persona));
  return relationOf(asked, readPointer(shown, own.pointer), own.compare) === 'DIFFERENT';
}

/**
 * True if a read of the item shows an id where its create showed the item's, and it is another one. The entry of a list
 * is no such read: the last path value is then the parent's id.
 */
function showsAnotherId({ plan, captures }: Attempt, step: Step, shown: JsonObject): boolean {
  const named = Object.values(step.params.path).at(-1);
  const isEntry = step.assert.some(({ op }) => op === 'listLacks');
  if (isEntry || named === undefined || !('capture' in named) || !namesItem(step.path)) return false;
  const taken = plan.steps.map((one) => one.captures[named.capture]).find((one) => one !== undefined);
  const id = taken?.from === 'body' ? readPointer(shown, taken.pointer) : undefined;
  return isId(id) && String(id) !== String(captures.get(named.capture));
}

function isDeletionMark(key: string, value: Json, before: JsonObject | undefined): boolean {
  const earlier = before?.[key];
  if (before !== undefined && relationOf(earlier ?? null, value, 'exact') === 'EQUAL') return false;
  if (!MARK_NAME.test(key) && !/^meta(data)?$/i.test(key)) return false;
  // A mark may be nested: {"status": {"state": "expired"}}, {"metadata": {"deletionTimestamp": "…"}}.
  if (isObject(value)) {
    const inner = isObject(earlier) ? earlier : undefined;
    return Object.entries(value).some(([name, one]) => isDeletionMark(name, one, inner));
  }
  if (typeof value === 'boolean') {
    const marksByTrue = !/active|enabled/i.test(key) || /inactive/i.test(key);
    return value === marksByTrue;
  }
  if (typeof value !== 'string') return false;
  return MARK_VALUE.test(value) || (/(at|on|time|date|stamp)$/i.test(key) && ENDED.test(key));
}

/** True if the item shows at least one sent member, and no sent member with a different value. */
function showsWhatWasSent(item: JsonObject, sent: JsonObject): boolean {
  const compared = Object.entries(sent).filter(([key]) => Object.hasOwn(item, key));
  return compared.length > 0 && compared.every(([key, value]) => relationOf(value, item[key], 'exact') !== 'DIFFERENT');
}

/**
 * The members that writes to the deleted item or its collection sent; later values win. Without such writes, those of
 * all writes before.
 */
function sentToItem({ plan, sent }: Attempt, step: Step): JsonObject {
  const path = plan.steps.find(({ id }) => id === step.effectOf)?.path ?? step.path;
  const places = new Set([path, path.replace(/\/[^/]*\/?$/, '')]);
  const writes = earlierSteps(plan, step).filter((one) => !isReading(one) && one.method !== 'DELETE');
  const own = writes.filter((one) => places.has(one.path.replace(/\/$/, '')));
  const merged: JsonObject = {};
  for (const { id } of own.length > 0 ? own : writes) {
    const body = sent.get(id)?.body;
    if (isObject(body)) Object.assign(merged, resourceIn(body));
  }
  return merged;
}

/** The resource inside the wrapper of a request: `{"data": {…}}`. Without a wrapper, the body itself. */
function resourceIn(body: JsonObject): JsonObject {
  const [only, ...others] = Object.values(body);
  return isObject(only) && others.length === 0 ? only : body;
}

/**
 * The item inside the wrapper of a response: `{"data": {…}}`, recognised by the names of sent members. Otherwise the
 * body itself.
 */
function unwrap(shown: JsonObject, sent: JsonObject): JsonObject {
  if (Object.keys(sent).some((key) => Object.hasOwn(shown, key))) return shown;
  return (
    Object.values(shown).find(
      (inner): inner is JsonObject => isObject(inner) && Object.keys(sent).some((key) => Object.hasOwn(inner, key)),
    ) ?? shown
  );
}

/**
 * The newest object that a step before the DELETE showed, as list entry or body. The DELETE's own response may already
 * carry the mark. Undefined if none showed one.
 */
function lastSeenBefore({ plan, bodies, items }: Attempt, step: Step): JsonObject | undefined {
  const deletion = plan.steps.find(({ id }) => id === step.effectOf) ?? step;
  const earlier = earlierSteps(plan, deletion).map(({ id }) => items.get(id) ?? bodies.get(id));
  return earlier.findLast((view): view is JsonObject => isObject(view));
}
