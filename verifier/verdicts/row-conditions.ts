import { isReading } from '../plan/is-reading.ts';
import { shownByOtherRead } from './other-reads.ts';
import { isRefusedAnyhow, type Situation } from './situation.ts';

/** The step got what it asked for, as far as the status tells. Planner and verifier §6.1, negative steps. */
export function isRefusedAsAsked(s: Situation): boolean {
  const denied = [401, 403, 404, 410].includes(s.status);
  const absent = s.status === 404 || s.status === 410;
  if (s.outcome === 'gone') return absent || (s.status === 403 && s.facts.sameAsNoItem === true);
  return s.outcome === 'not-found' ? absent || isRefusedAnyhow(s) : s.negative && denied;
}

/** The request got no answer, for one of these causes. */
export function failedBy(...failures: NonNullable<Situation['facts']['failure']>[]) {
  return ({ facts }: Situation): boolean => facts.failure !== undefined && failures.includes(facts.failure);
}

/** The answer has one of these statuses. */
export function answered(...statuses: number[]) {
  return ({ status }: Situation): boolean => statuses.includes(status);
}

/** It stands below what was made under another prefix, and nothing has shown yet that such things are known here. */
export function isBelowNamesake({ isNamesake, facts }: Situation): boolean {
  return isNamesake && facts.templateServed !== true;
}

/** A step that must be refused succeeded. */
export function succeededThough(outcome: Situation['outcome']) {
  return (s: Situation): boolean => s.outcome === outcome && s.succeeded;
}

/** What the read after a delete found. */
export function afterDelete(found: NonNullable<Situation['facts']['afterDelete']>) {
  return ({ facts }: Situation): boolean => facts.afterDelete === found;
}

/** What is wrong with the pages of a list. */
export function hasPages(wrong: NonNullable<Situation['assertions'][number]['pages']>) {
  return ({ assertions }: Situation): boolean => assertions.some(({ pages }) => pages === wrong);
}

/** Positive steps and the read after a delete: a refusal here says nothing about the item. */
export function asksForItem(s: Situation): boolean {
  return !s.negative || s.outcome === 'gone';
}

/**
 * Row 8: not followed to its end, or ended on a page elsewhere (a login form, say). Who is to be refused and is sent
 * elsewhere got no answer of the operation.
 */
export function redirectedElsewhere({ facts, negative, status, expected, step }: Situation): boolean {
  const { redirect } = facts;
  if (redirect === undefined || (status === 304 && step.mayBeAbsent)) return false;
  if (redirect.stopped !== undefined) return !expected && !Object.hasOwn(step.expect.responses, String(status));
  return redirect.leftPath && (redirect.endedOnPage || negative);
}

/** Gone, though the request names nothing that could be. */
export function goneUnnamed({ gone, namesNothing, facts }: Situation): boolean {
  return gone && namesNothing && facts.answeredByRoute !== true;
}

/**
 * What is asked without anything that could be wrong, only to be refused to another next, wants something that the spec
 * does not say (an upgrade). Of what else is refused than the caller a document may say nothing at all: then 400 is as
 * good as documented.
 */
export function refusedControl({ isControl, inventedValue, status, step: { expect } }: Situation): boolean {
  const documented = Object.keys(expect.responses);
  const saysNone = documented.every((one) => /^(?:[123]|40[13])/.test(one));
  const isRefusal = documented.includes(String(status)) || (saysNone && (status === 400 || status === 422));
  return isControl && status >= 400 && status < 500 && isRefusal && !inventedValue;
}

/**
 * Another journey that was given the same item may have deleted or changed it: not every server says 404 of what is
 * gone.
 */
export function refusedOfShared({ facts, negative, status, ownItem }: Situation): boolean {
  return facts.sharedItem === true && !negative && ownItem && status >= 400 && status < 500;
}

/**
 * An operation that is called by name has no path for an item that nobody has: what it says is just not what a random
 * path is told.
 */
export function looksLikeNoItem({ facts, step }: Situation): boolean {
  if (step.rpc !== undefined) return facts.sameAsNoRoute === false;
  return facts.sameAsNoItem === true && facts.noItemLikeNoRoute !== true;
}

/** Some value compares like this. */
export function some(s: Situation, relation: 'NORMALISED' | 'DIFFERENT'): boolean {
  return s.assertions.some(
    (one) =>
      one.relation === relation && (one.op === 'equals' || (one.op === 'listContains' && relation !== 'DIFFERENT')),
  );
}

/** A value that should have changed did not. */
export function hasUnchanged({ assertions }: Situation): boolean {
  return assertions.some((one) => one.op === 'differs' && (one.relation === 'EQUAL' || one.relation === 'NORMALISED'));
}

/** A read says of its own query something else than was sent. */
export function misstatesRequest({ step, assertions }: Situation): boolean {
  const own = step.assert.flatMap((one) =>
    one.op === 'equals' && 'sent' in one.value && one.value.sent === step.id ? [one.pointer] : [],
  );
  return assertions.some(
    ({ op, relation, pointer, pages }) =>
      pages === 'MISTOLD' || (op === 'equals' && relation === 'DIFFERENT' && own.includes(pointer)),
  );
}

/** Not found, but not every page was read, and that counts: not of what its own read says is gone. */
export function isUnsure({ step, isGoneAlready }: Situation, one: Situation['assertions'][number]): boolean {
  const isDeleted = one.op === 'listLacks' && step.effectOf !== undefined && !isGoneAlready;
  const counts = one.op === 'listContains' || isDeleted;
  return counts && notFound(one) && one.exhausted !== true;
}

/** The same list shows the item when it is asked without the filter. */
export function listedUnfiltered({ facts }: Situation): boolean {
  return (facts.otherReads ?? []).some(({ kind, shown }) => kind === 'list' && shown === true);
}

/**
 * A create below an id that nobody had was done, and what it is below can be read now: the server made that along (a
 * bucket, a topic).
 */
export function madeParentToo(s: Situation): boolean {
  return succeededThough('not-found')(s) && s.step.method === 'POST' && shownByOtherRead(s);
}

/** What was looked for in a list is not in it. */
export function notFound(assertion: { relation: string }): boolean {
  return assertion.relation === 'ABSENT';
}

/** The answer of the write itself. */
export function isEcho({ step }: Situation): boolean {
  return !isReading(step);
}
