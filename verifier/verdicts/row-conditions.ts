import { isReading } from '../plan/is-reading.ts';
import { namesItem } from '../plan/names-item.ts';
import { shownByOtherRead } from './other-reads.ts';
import { leavesOf, type Leaf, type Situation } from './situation.ts';

/**
 * True if the status is a refusal that the step accepts: 401, 403, 404 and 410 for a request without identity or of a
 * persona without access, 404 and 410 for an unknown or deleted id. Exceptions: a deleted id may get 403 if an unknown
 * one does; what may be absent may be refused as in `isRefusedAnyhow`. Planner and verifier §6.1, negative steps.
 */
export function isRefusedAsAsked(s: Situation): boolean {
  const denied = [401, 403, 404, 410].includes(s.status);
  const absent = s.status === 404 || s.status === 410;
  if (s.outcome === 'gone') return absent || (s.status === 403 && s.facts.sameAsNoItem === true);
  if (s.outcome === 'not-found') return absent || isRefusedAnyhow(s);
  return s.negative && (denied || (s.status >= 400 && isRefusedAnyhow(s)));
}

/** Returns a condition: the request got no usable response for one of these reasons. */
export function failedBy(...failures: NonNullable<Situation['facts']['failure']>[]) {
  return ({ facts }: Situation): boolean => facts.failure !== undefined && failures.includes(facts.failure);
}

/** Returns a condition: the response has one of these statuses. */
export function answered(...statuses: number[]) {
  return ({ status }: Situation): boolean => statuses.includes(status);
}

/** True if the parent was created under another prefix, and the facts do not say that the path template is served. */
export function isBelowNamesake({ isNamesake, facts }: Situation): boolean {
  return isNamesake && facts.templateServed !== true;
}

/** Returns a condition: a step that expects the refusal `outcome` succeeded. */
export function succeededThough(outcome: Situation['outcome']) {
  return (s: Situation): boolean => s.outcome === outcome && s.succeeded;
}

/** Returns a condition: the read after a DELETE found this. */
export function afterDelete(found: NonNullable<Situation['facts']['afterDelete']>) {
  return ({ facts }: Situation): boolean => facts.afterDelete === found;
}

/** Returns a condition: the pages of a list have this fault. */
export function hasPages(wrong: NonNullable<Situation['assertions'][number]['pages']>) {
  return ({ assertions }: Situation): boolean => assertions.some(({ pages }) => pages === wrong);
}

/** True for positive steps and the read after a DELETE. A 401 or 403 to these says nothing about the item. */
export function asksForItem(s: Situation): boolean {
  return !s.negative || s.outcome === 'gone';
}

/**
 * Verdict row 8: true if redirects stopped at an undocumented status, or led to an HTML page at another path, such as a
 * login form. For an expected refusal, another path is enough.
 */
export function redirectedElsewhere({ facts, negative, status, expected, step }: Situation): boolean {
  const { redirect } = facts;
  if (redirect === undefined || (status === 304 && step.mayBeAbsent)) return false;
  if (redirect.stopped !== undefined) return !expected && !Object.hasOwn(step.expect.responses, String(status));
  return redirect.leftPath && (redirect.endedOnPage || negative);
}

/** True if a positive step that names no item got 404 or 410, and the response has no words of the service's own. */
export function goneUnnamed({ gone, namesNothing, facts }: Situation): boolean {
  return gone && namesNothing && facts.answeredByRoute !== true;
}

/**
 * True if a step that must succeed gets a documented 4xx, in a journey that also expects a refusal of the operation.
 * 400 and 422 also count if the spec documents no error but 401 and 403, and no `default`. The operation may need
 * something that the spec does not state, such as a paid plan. False if a sent value may be wrong (`inventedValue`).
 */
export function refusedControl({ isControl, inventedValue, status, step: { expect } }: Situation): boolean {
  const documented = Object.keys(expect.responses);
  const saysNone = documented.every((one) => /^(?:[123]|40[13])/.test(one));
  const isRefusal = documented.includes(String(status)) || (saysNone && (status === 400 || status === 422));
  return isControl && status >= 400 && status < 500 && isRefusal && !inventedValue;
}

/**
 * True if a positive step about the run's own item got a 4xx, and another create returned the same item. The item may
 * be deleted since.
 */
export function refusedOfShared({ facts, negative, status, ownItem }: Situation): boolean {
  return facts.sharedItem === true && !negative && ownItem && status >= 400 && status < 500;
}

/**
 * True if the response looks like that to an unknown id and a random path is answered otherwise. For an operation
 * called by name: if it differs from that to a random path.
 */
export function looksLikeNoItem({ facts, step }: Situation): boolean {
  if (step.rpc !== undefined) return facts.sameAsNoRoute === false;
  return facts.sameAsNoItem === true && facts.noItemLikeNoRoute !== true;
}

/** True if an `equals` has this relation. For NORMALISED, also if a `listContains` has it. */
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

/** True if a response shows another value of its own request than was sent, or wrong page metadata. */
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
 * True if a required or deleted item was not found in a list that was not read to its end. False for a deleted item
 * that its own read has shown as gone.
 */
export function isUnsure({ step, isGoneAlready }: Situation, one: Situation['assertions'][number]): boolean {
  const isDeleted = one.op === 'listLacks' && step.effectOf !== undefined && !isGoneAlready;
  const counts = one.op === 'listContains' || isDeleted;
  return counts && notFound(one) && one.exhausted !== true;
}

/** True if another read shows the item in the list. That read sends no filter. */
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

export function notFound(assertion: { relation: string }): boolean {
  return assertion.relation === 'ABSENT';
}

/** True if the response is that of a write. */
export function isEcho({ step }: Situation): boolean {
  return !isReading(step);
}

/** True if a capture is missing because a list that the run does not fill is empty, or a queue has nothing to take. */
export function foundNothing({ facts, step }: Situation): boolean {
  return (facts.missingCaptures ?? []).some(
    ({ name }) => step.captures[name]?.from === 'first' || step.captures[name]?.mayBeNone,
  );
}

/**
 * True for a documented 404 or 410 where a queue may have nothing to take. False if 204 is documented for that and the
 * path names the queue: then the queue may be unknown.
 */
export function saysNothingWaits({ gone, status, hasPathParameters, step: { captures, expect } }: Situation): boolean {
  const { responses } = expect;
  const mayBeUnknown = !responses['204'] || !hasPathParameters;
  return gone && mayBeUnknown && status in responses && Object.values(captures).some((one) => one.mayBeNone);
}

/** True if a response that the spec does not describe does not show the item or its id. */
export function isUntold({ facts, step, missing }: Situation): boolean {
  if (step.assumed !== undefined) return missing.length > 0;
  const captures = (facts.missingCaptures ?? []).map(({ name }) => step.captures[name]);
  return captures.some((capture) => capture?.from === 'header' && capture.orAt !== undefined);
}

/** True for a 400 or 422 to a write or an optional read: the state may not allow it, such as an empty cart. */
export function refusedByState({ status, step }: Situation): boolean {
  return (!isReading(step) || step.mayBeAbsent === true) && (status === 400 || status === 422);
}

/**
 * True if a restore got 404 or 410 from a served route, for an item that was not deleted. It may look only among
 * deleted items.
 */
export function isNotGone({ gone, bringsBack, facts }: Situation): boolean {
  return gone && bringsBack && facts.sameAsNoRoute === false;
}

/**
 * True if a deleted id gets an undocumented 400 or 422 while the spec documents 404 or 410. With 4XX or `default`, each
 * status counts as documented.
 */
export function isGoneOtherwise({ outcome, status, step: { expect } }: Situation): boolean {
  const { responses } = expect;
  const isSaid = [String(status), '4XX', 'default'].some((code) => responses[code] !== undefined);
  const isNotFound = responses['404'] !== undefined || responses['410'] !== undefined;
  return outcome === 'gone' && (status === 400 || status === 422) && isNotFound && !isSaid;
}

/**
 * True if a request for what may be absent got a 4xx, or the response of a random path. Of the 4xx, 408, 425 and 429 do
 * not count; nor do 401 and 405 in `call-unknown`, because they are not about the id.
 */
export function isRefusedAnyhow({ step, status, facts, isLoneCall }: Situation): boolean {
  const isRefusal = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  const isOfCall = isLoneCall && (status === 401 || status === 405);
  return step.mayBeAbsent === true && (facts.sameAsNoRoute === true || (isRefusal && !isOfCall));
}

/**
 * True if a create got 404 or 410 although its route and its parent exist, by comparison with a random path and an
 * unknown id. Its body may name an item that does not exist, or lack one.
 */
export function refusedReference({ gone, facts, step, hasPathParameters, inventedBody, makes }: Situation): boolean {
  const isServed = facts.sameAsNoRoute === false && (!hasPathParameters || facts.sameAsNoItem === false);
  const isCreate = step.method === 'POST' || (step.method === 'PUT' && makes && !namesItem(step.path));
  return gone && isServed && isCreate && step.rpc === undefined && inventedBody;
}

/** True if a path value from outside leads to 404 or 410, or to 400 or 422 while its read shows nothing. */
export function namesNothingOutside({ namesOutside, negative, gone, status, facts }: Situation): boolean {
  if (!namesOutside || negative) return false;
  const isRefused = status === 400 || status === 422;
  return gone || (isRefused && (facts.otherReads ?? []).some(({ shown }) => shown === false));
}

/**
 * True if a call for an unknown id succeeded and nothing is asserted. Deleting nothing may succeed, and some items come
 * into being by their name.
 */
export function isDoneToNothing({ step, isLoneCall, succeeded }: Situation): boolean {
  return isLoneCall && succeeded && step.assert.length === 0;
}

/** True if a create with made-up references succeeded and nothing is asserted: the server may check no references. */
export function isAnyReferenceTaken({ step, outcome, isLoneCall, succeeded }: Situation): boolean {
  return outcome === 'not-found' && succeeded && !isLoneCall && step.assert.length === 0;
}

/** True if a member that was not sent shows another value than its documented default. */
export function isDefaultedOtherwise({ assertions }: Situation): boolean {
  return assertions.some(({ op, relation }) => op === 'defaulted' && relation === 'DIFFERENT');
}

/** True if the Location of the item's create does not lead to the item. */
export function isLocatedElsewhere({ assertions }: Situation): boolean {
  return assertions.some(({ op, relation }) => op === 'located' && relation !== 'EQUAL');
}

/** True if a PUT to an id that the step chose got 404 or 410 and its route exists: it only changes existing items. */
export function refusedUpsert({ gone, facts, step, choosesItem }: Situation): boolean {
  return gone && step.method === 'PUT' && choosesItem && facts.sameAsNoRoute === false;
}

/**
 * True if a write to the run's own item got a 404 or 410 with words that routers do not use, unlike those to a random
 * path and, where that was asked, to an unknown id. The refusal may then be about something else.
 */
export function refusedInWords({ gone, ownItem, facts, step }: Situation): boolean {
  const isOwnWord = facts.answeredByRoute === true && facts.sameAsNoRoute === false && facts.sameAsNoItem !== true;
  return gone && ownItem && isOwnWord && !isReading(step);
}

/**
 * True if a write to the run's own item got 404 or 410, and a made-up query text or a found item in the body may be
 * what is missing.
 */
export function refusedBeside({ gone, ownItem, step, namesFound }: Situation): boolean {
  const isMadeUp = (leaf: Leaf) => 'unique' in leaf || ('literal' in leaf && typeof leaf.literal === 'string');
  const isBeside = namesFound || Object.values(step.params.query).flatMap(leavesOf).some(isMadeUp);
  return gone && ownItem && !isReading(step) && isBeside;
}

/**
 * True if a refusal such as 400 or 422 may be about a made-up value, or about a filter value that is needed in another
 * form. 415 counts only for a body that is neither JSON nor a URL-encoded form.
 */
export function refusedValue({ status, step, inventedValue, carriedFilter }: Situation): boolean {
  const isText = step.body !== undefined && !/[/+]json|urlencoded/i.test(step.body.contentType);
  const isRefused = [400, 405, 413, 414, 422, 431].includes(status) || (status === 415 && isText);
  return isRefused && (inventedValue || carriedFilter);
}
