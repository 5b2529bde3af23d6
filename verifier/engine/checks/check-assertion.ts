import { isObject } from '../../plan/json-object.ts';
import { readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Assertion, Json, Step } from '../../plan/plan.ts';
import { relationOf, sameJson } from '../../verdicts/compare-values.ts';
import type { AssertionFacts, StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { comparedFiles } from './compared-files.ts';
import { comparedTexts } from './compared-texts.ts';
import { isShortForm } from './is-short-form.ts';
import { checkLocated } from './check-located.ts';
import { checkListOnly, checkListPages } from './check-list-pages.ts';
import { isFile } from '../request/form-of.ts';
import { isAmongOthers } from '../lists/is-among-others.ts';
import { probeOtherReads, startProbing } from '../probes/start-probing.ts';
import { findItem, type ItemMatch, type ListReading, readList } from '../lists/read-list.ts';
import { resolveMatch, resolveReference, type Values } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

/** The largest `expected` or `actual` value that the facts keep, in bytes of JSON. A larger value is left out. */
const MAX_OPERAND_BYTES = 1024;

/**
 * Checks one assertion against the response and returns its facts. May send further reads, such as the next pages of a
 * list. Stores a found list entry and, for `listContains`, its captures. Throws MissingValue. Undefined if there is
 * nothing to judge, as for `status` and `opaque`.
 */
export async function checkAssertion(
  attempt: Attempt,
  step: Step,
  assertion: Assertion,
  body: Json | undefined,
  call: Call,
): Promise<AssertionFacts | undefined> {
  const values = attempt.valuesFor(step.persona);
  if (assertion.op === 'status' || assertion.op === 'opaque') return undefined;
  if (assertion.op === 'differs') return checkDifference(attempt, assertion, body, values);
  if (assertion.op === 'leavesNoneOut') return checkLeftOut(attempt, step, assertion, body, call);
  if (assertion.op === 'defaulted') return checkDefault(attempt, assertion, body);
  if (assertion.op === 'located') {
    const located = await checkLocated(attempt, step, assertion, body, call);
    return located && withOperands(attempt, located);
  }
  if (assertion.op === 'equals') {
    const { op, pointer, compare, value } = assertion;
    if (isAmongOthers(body, pointer)) return undefined;
    const [sent, shown] = [resolveReference(value, values), readPointer(body, pointer)];
    const isText = pointer === '' && typeof sent === 'string';
    const compared =
      pointer === '' && isFile(sent)
        ? comparedFiles(attempt, step, sent, call)
        : isText
          ? comparedTexts(attempt, step, sent, shown, call)
          : { expected: sent, actual: shown };
    if (compared === undefined) return undefined;
    const { expected, actual } = compared;
    const relation = relationOf(expected, actual, compare);
    const seen = { ...operands(attempt, expected, actual), ...refusedChange(attempt, step, pointer, actual) };
    return { op, pointer, compare, relation, ...seen };
  }
  if (assertion.op === 'listOnly') return withOperands(attempt, await checkListOnly(attempt, step, assertion, call));
  if (assertion.op === 'listPages') return withOperands(attempt, await checkListPages(attempt, step, assertion, call));
  const match = resolveMatch(assertion.match, values);
  const found = await readList(attempt, call, assertion.list, match, step.paging);
  const spared = await leftOutOfShortEntry(attempt, step, assertion.list, call, match, found);
  const reading = spared ? await readList(attempt, call, assertion.list, spared, step.paging) : found;
  if (reading.item !== undefined) attempt.items.set(step.id, reading.item);
  if (assertion.op === 'listContains') takeFromEntry(attempt, step, reading);
  if (reading.mismatch !== undefined && assertion.op === 'listContains') {
    // An entry has the item's id and a wrong member: reported as `equals` of that member.
    const { pointer, expected, actual, compare } = reading.mismatch;
    const relation = relationOf(expected, actual, compare);
    const change = refusedChange(attempt, step, pointer, actual);
    return { op: 'equals', pointer, compare, relation, ...operands(attempt, expected, actual), ...change };
  }
  if (
    assertion.op === 'listContains' &&
    reading.relation === 'ABSENT' &&
    isUnderAnotherName(body, assertion.list, match)
  )
    return { op: 'equals', pointer: assertion.list, relation: 'ABSENT', shownElsewhere: true };
  return {
    op: assertion.op,
    pointer: assertion.list,
    // For `listLacks`, an entry with the item's id counts as present even if other members differ. After a DELETE,
    // `afterDelete` tells what it is.
    relation: reading.mismatch === undefined ? reading.relation : 'NORMALISED',
    exhausted: reading.exhausted,
    ...(reading.twice && assertion.op === 'listContains' ? { twice: true } : {}),
    ...operands(
      attempt,
      match.map(({ value }) => value),
      undefined,
    ),
  };
}

/**
 * The match without the one `summary` member that the item's entry lacks, if the list shows short entries
 * (`isShortForm`). Undefined otherwise.
 */
async function leftOutOfShortEntry(
  attempt: Attempt,
  step: Step,
  list: string,
  call: Call,
  match: ItemMatch,
  { item: shown, mismatch }: ListReading,
): Promise<ItemMatch | undefined> {
  const left = match.find(({ pointer, summary }) => summary && pointer === mismatch?.pointer);
  if (left === undefined || mismatch?.actual !== undefined) return undefined;
  const { pointer } = left;
  const isShort = await isShortForm(attempt, step, call, { place: `${list}/0`, shown, pointer });
  return isShort ? match.filter((one) => one !== left) : undefined;
}

/**
 * True if the body lacks the documented list, and another array directly in it shows the item: `{"tasks": […]}`
 * became `{"rows": […]}`.
 */
function isUnderAnotherName(body: Json | undefined, list: string, match: ItemMatch): boolean {
  if (!isObject(body) || readPointer(body, list) !== undefined) return false;
  const others = Object.values(body).filter((one) => Array.isArray(one));
  return others.some(
    (items) =>
      findItem(
        items.map((value) => ({ value })),
        match,
      )?.relation === 'EQUAL',
  );
}

/**
 * Facts of `differs`: the member must have another value than before. Undefined if nothing is asserted: the value
 * before is in `settled`, neither value was shown, with `where` it does not hold or there was a value before, or the
 * value of `leadsTo` was there before.
 */
function checkDifference(
  attempt: Attempt,
  { op, pointer, value, settled = [], unchanged = [], where, leadsTo }: Extract<Assertion, { op: 'differs' }>,
  body: Json | undefined,
  values: Values,
): AssertionFacts | undefined {
  const before = resolveReference(value, values);
  const actual = readPointer(body, pointer);
  const isAmong = (list: Json[], one: Json): boolean => list.some((other) => sameJson(other, one));
  if (isAmong(settled, before) || (before === null && actual === undefined)) return undefined;
  if (where && (before !== null || !isAmong(where.values, readPointer(body, where.pointer) ?? null))) return undefined;
  if (leadsTo && sameJson(resolveReference(leadsTo, values), before)) return undefined;
  const shown = actual ?? null;
  const relation = isAmong(unchanged, shown) ? 'EQUAL' : relationOf(before, shown, 'exact');
  return { op, pointer, compare: 'exact', relation, ...operands(attempt, before, shown) };
}

function checkDefault(
  attempt: Attempt,
  { op, pointer, value }: Extract<Assertion, { op: 'defaulted' }>,
  body: Json | undefined,
): AssertionFacts | undefined {
  const actual = readPointer(body, pointer);
  if (typeof actual !== typeof value) return undefined;
  return { op, pointer, relation: relationOf(value, actual, 'exact'), ...operands(attempt, value, actual) };
}

/**
 * Facts of `leavesNoneOut`, as a failed `equals`: exactly one of several members is absent, another read shows it as
 * sent, and the response is no short form (`isShortForm`). Undefined otherwise. Several absent members also mean a
 * short form.
 */
async function checkLeftOut(
  attempt: Attempt,
  step: Step,
  { members }: Extract<Assertion, { op: 'leavesNoneOut' }>,
  body: Json | undefined,
  call: Call,
): Promise<AssertionFacts | undefined> {
  const absent = resolveMatch(members, attempt.valuesFor(step.persona)).filter(
    ({ pointer }) => readPointer(body, pointer) === undefined,
  );
  const [left] = absent;
  if (left === undefined || absent.length > 1 || members.length === 1) return undefined;
  const { pointer, value, compare } = left;
  const reads = await probeOtherReads(attempt, step, startProbing(), pointer, value);
  if (!reads.some(({ shown }) => shown === true)) return undefined;
  if (await isShortForm(attempt, step, call, { place: '', shown: body, pointer })) return undefined;
  return { op: 'equals', pointer, compare, relation: 'ABSENT', ...operands(attempt, value, undefined) };
}

/**
 * `{ refusedChange: true }` if this read shows the value that another persona's refused write sent for a member of
 * this name (verdict row 23). Empty otherwise.
 */
function refusedChange(
  { plan, sent }: Attempt,
  step: Step,
  pointer: string,
  actual: Json | undefined,
): Pick<AssertionFacts, 'refusedChange'> {
  const refused = plan.steps.find(({ id, expect }) => id === step.effectOf && expect.outcome === 'cross-persona');
  const last = segmentsOf(pointer).at(-1);
  const tried = refused && readPointer(sent.get(refused.id)?.body, last === undefined ? '' : `/${last}`);
  return tried !== undefined && actual !== undefined && sameJson(tried, actual) ? { refusedChange: true } : {};
}

/** Stores captures with `from: 'entry'` from the found list entry. Without a value there, from its key in a map. */
function takeFromEntry({ captures }: Attempt, step: Step, { item, key }: ListReading): void {
  for (const [name, capture] of Object.entries(step.captures)) {
    if (capture.from !== 'entry' || item === undefined) continue;
    const value = readPointer(item, capture.pointer) ?? key;
    if (value !== undefined && value !== null) captures.set(name, value);
  }
}

/** Captures with `from: 'entry'` that have no value although the list entry was found. Empty if no entry was found. */
export function missingInEntry({ captures, items }: Attempt, step: Step): NonNullable<StepFacts['missingCaptures']> {
  if (!items.has(step.id)) return [];
  return Object.entries(step.captures).flatMap(([name, capture]) =>
    capture.from !== 'entry' || captures.has(name)
      ? []
      : [{ name, from: 'body' as const, pointer: capture.pointer, shownElsewhere: false }],
  );
}

function withOperands(attempt: Attempt, { expected, actual, ...facts }: AssertionFacts): AssertionFacts {
  return { ...facts, ...operands(attempt, expected ?? null, actual) };
}

function operands(
  { run }: Attempt,
  expected: Json,
  actual: Json | undefined,
): Pick<AssertionFacts, 'expected' | 'actual'> {
  const fits = (value: Json | undefined): value is Json =>
    value !== undefined && Buffer.byteLength(JSON.stringify(value)) <= MAX_OPERAND_BYTES;
  return {
    ...(fits(expected) ? { expected: run.redactor.json(expected) } : {}),
    ...(fits(actual) ? { actual: run.redactor.json(actual) } : {}),
  };
}
