import { isReading } from '../plan/is-reading.ts';
import { shownByOtherRead } from './other-reads.ts';
import { isRefusedAnyhow, type Situation } from './situation.ts';

/** True if the status is the refusal that the step expects. Planner and verifier §6.1, negative steps. */
export function isRefusedAsAsked(s: Situation): boolean {
  const denied = [401, 403, 404, 410].includes(s.status);
  const absent = s.status === 404 || s.status === 410;
  if (s.outcome === 'gone') return absent || (s.status === 403 && s.facts.sameAsNoItem === true);
  return s.outcome === 'not-found' ? absent || isRefusedAnyhow(s) : s.negative && denied;
}

/** True if the request got no response for one of these reasons. */
export function failedBy(...failures: NonNullable<Situation['facts']['failure']>[]) {
  return ({ facts }: Situation): boolean => facts.failure !== undefined && failures.includes(facts.failure);
}

/** True if the response has one of these statuses. */
export function answered(...statuses: number[]) {
  return ({ status }: Situation): boolean => statuses.includes(status);
}

/** True if the parent was created under another prefix and this path template has had no 2xx yet. */
export function isBelowNamesake({ isNamesake, facts }: Situation): boolean {
  return isNamesake && facts.templateServed !== true;
}

/** True if a step that expects `outcome`, a refusal, got a 2xx. */
export function succeededThough(outcome: Situation['outcome']) {
  return (s: Situation): boolean => s.outcome === outcome && s.succeeded;
}

/** True if the read after a DELETE found this. */
export function afterDelete(found: NonNullable<Situation['facts']['afterDelete']>) {
  return ({ facts }: Situation): boolean => facts.afterDelete === found;
}

/** True if the pages of a list have this fault. */
export function hasPages(wrong: NonNullable<Situation['assertions'][number]['pages']>) {
  return ({ assertions }: Situation): boolean => assertions.some(({ pages }) => pages === wrong);
}

/** True for positive steps and the read after a DELETE. A 401 or 403 to these says nothing about the item. */
export function asksForItem(s: Situation): boolean {
  return !s.negative || s.outcome === 'gone';
}

/**
 * Verdict row 8: true if redirects were not followed to their end, or ended at a page elsewhere, such as a login form.
 * Also true if an expected refusal is a redirect.
 */
export function redirectedElsewhere({ facts, negative, status, expected, step }: Situation): boolean {
  const { redirect } = facts;
  if (redirect === undefined || (status === 304 && step.mayBeAbsent)) return false;
  if (redirect.stopped !== undefined) return !expected && !Object.hasOwn(step.expect.responses, String(status));
  return redirect.leftPath && (redirect.endedOnPage || negative);
}

/** True for a 404 or 410 to a request that names no item. */
export function goneUnnamed({ gone, namesNothing, facts }: Situation): boolean {
  return gone && namesNothing && facts.answeredByRoute !== true;
}

/**
 * True if the allowed caller is refused before the refusal of another persona is tested, by a documented status or by
 * 400 or 422. The operation needs something that the spec does not state, such as a paid plan.
 */
export function refusedControl({ isControl, inventedValue, status, step: { expect } }: Situation): boolean {
  const documented = Object.keys(expect.responses);
  const saysNone = documented.every((one) => /^(?:[123]|40[13])/.test(one));
  const isRefusal = documented.includes(String(status)) || (saysNone && (status === 400 || status === 422));
  return isControl && status >= 400 && status < 500 && isRefusal && !inventedValue;
}

/**
 * True if the run's own item is refused and another journey got the same item, which it may have deleted. Not every
 * server answers 404 for a deleted item.
 */
export function refusedOfShared({ facts, negative, status, ownItem }: Situation): boolean {
  return facts.sharedItem === true && !negative && ownItem && status >= 400 && status < 500;
}

/**
 * True if the response looks like that to an unknown id. For an operation called by name: if it differs from that to a
 * random path.
 */
export function looksLikeNoItem({ facts, step }: Situation): boolean {
  if (step.rpc !== undefined) return facts.sameAsNoRoute === false;
  return facts.sameAsNoItem === true && facts.noItemLikeNoRoute !== true;
}

/** True if an assertion on a value has this relation. */
export function some(s: Situation, relation: 'NORMALISED' | 'DIFFERENT'): boolean {
  return s.assertions.some(
    (one) =>
      one.relation === relation && (one.op === 'equals' || (one.op === 'listContains' && relation !== 'DIFFERENT')),
  );
}

/** True if a value that must change did not. */
export function hasUnchanged({ assertions }: Situation): boolean {
  return assertions.some((one) => one.op === 'differs' && (one.relation === 'EQUAL' || one.relation === 'NORMALISED'));
}

/** True if a read returns another value of its own query than was sent, or wrong page metadata. */
export function misstatesRequest({ step, assertions }: Situation): boolean {
  const own = step.assert.flatMap((one) =>
    one.op === 'equals' && 'sent' in one.value && one.value.sent === step.id ? [one.pointer] : [],
  );
  return assertions.some(
    ({ op, relation, pointer, pages }) =>
      pages === 'MISTOLD' || (op === 'equals' && relation === 'DIFFERENT' && own.includes(pointer)),
  );
}

/**
 * True if a required or deleted item was not found in a list that was not read to its end. Not if the item's own read
 * has shown it as gone.
 */
export function isUnsure({ step, isGoneAlready }: Situation, one: Situation['assertions'][number]): boolean {
  const isDeleted = one.op === 'listLacks' && step.effectOf !== undefined && !isGoneAlready;
  const counts = one.op === 'listContains' || isDeleted;
  return counts && notFound(one) && one.exhausted !== true;
}

/** True if the list shows the item when requested without the filter. */
export function listedUnfiltered({ facts }: Situation): boolean {
  return (facts.otherReads ?? []).some(({ kind, shown }) => kind === 'list' && shown === true);
}

/**
 * True if a POST below an unknown parent got a 2xx and the parent can be read now: the server created the parent too,
 * such as a bucket.
 */
export function madeParentToo(s: Situation): boolean {
  return succeededThough('not-found')(s) && s.step.method === 'POST' && shownByOtherRead(s);
}

/** True if the item is not in the list. */
export function notFound(assertion: { relation: string }): boolean {
  return assertion.relation === 'ABSENT';
}

/** True for the response of the write itself. */
export function isEcho({ step }: Situation): boolean {
  return !isReading(step);
}
