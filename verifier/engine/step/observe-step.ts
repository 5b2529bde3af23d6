import type { Assertion, Json, Step, Until } from '../../plan/plan.ts';
import { earlierSteps } from '../../plan/earlier-steps.ts';
import { isReading } from '../../plan/is-reading.ts';
import { readPointer, withValueAt } from '../../plan/json-pointer.ts';
import type { Poll } from '../../result/result.ts';
import { judgeStep, operationOf } from '../../verdicts/classify-journey.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import { isAnotherAnswer } from '../../verdicts/another-answer.ts';
import type { AssertionFacts, StepFacts } from '../../verdicts/facts.ts';
import { isAboutSoundValues } from '../../verdicts/wrong-members.ts';
import { lookAfterDelete } from '../responses/after-delete.ts';
import { askDeleted } from '../resend/resend-with-deleted-id.ts';
import { askAlike } from '../resend/resend-with-similar-id.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, successOf, type Call } from '../exchange/call-api.ts';
import { checkAssertion, missingInEntry, takeCaptures } from '../checks/check-assertion.ts';
import { claimOf } from '../resend/leave-out.ts';
import { isAnsweredByRoute } from '../responses/answered-by-route.ts';
import { takeFromList } from '../probes/take-from-list.ts';
import { followMoved } from './follow-moved.ts';
import { asLearned } from '../resend/learned.ts';
import { leaveShortened } from '../resend/leave-shortened.ts';
import { letsIn } from '../responses/grants-session.ts';
import { apartFromNamed, sendFurtherOn } from '../resend/resend-after-lifecycle-step.ts';
import { sendMadeUp } from '../resend/resend-with-forged-credentials.ts';
import { type Change, sendOtherwise } from '../resend/resend-with-other-values.ts';
import { sendWhenPassed } from '../resend/resend-after-wait.ts';
import { isOff } from '../responses/guard-not-met.ts';
import { holdItems, holdsShared, noteRemoved, noteThere } from '../context/shared-items.ts';
import { placeAssumed } from './place-assumed.ts';
import { namesInput, saysRefused } from '../responses/refusal-text.ts';
import { checkBody, noteErrorBody } from '../checks/check-body.ts';
import { withPageSize } from '../request/page-size.ts';
import { isResourceName } from '../request/resource-name.ts';
import { retryAfterMs } from '../exchange/retry-after.ts';

/** What one sending of a step showed, before any probe. */
export type Observation = { facts: StepFacts; call?: Call; notes: string[]; polls?: Poll[] };

type Patience = Pick<Until, 'intervalMs' | 'budgetMs'> & Partial<Until>;

/** What a deletion that was only accepted has to be done in. */
const UNTIL_GONE: Patience = { intervalMs: 200, budgetMs: 30_000 };

/**
 * Sends a step once and takes down what came back; again and again where it says so, or where what it looks for may still be on its way out. Throws
 * MissingValue on a plan that refers to nothing.
 */
export async function observeStep(attempt: Attempt, step: Step): Promise<Observation> {
  const patience = step.until ?? (mayStillBeThere(attempt, step) ? UNTIL_GONE : undefined);
  return patience === undefined ? observeOnce(attempt, step) : poll(attempt, step, patience);
}

/** Its deletion was only accepted, and no other read has waited for that to be done. */
function mayStillBeThere({ plan, accepted }: Attempt, step: Step): boolean {
  const { effectOf, expect, assert } = step;
  const deletion = plan.steps.find(({ id }) => id === effectOf);
  if (!deletion || !accepted.has(deletion.id) || (deletion.method !== 'DELETE' && deletion.rpc !== 'DELETE'))
    return false;
  const isWaitedFor = earlierSteps(plan, step).some(
    (one) => one.expect.outcome === 'gone' && one.effectOf === effectOf,
  );
  return expect.outcome === 'gone' || (assert.some(({ op }) => op === 'listLacks') && !isWaitedFor);
}

/** Pauses count as spent even on a clock on which they take no time. */
async function poll(attempt: Attempt, step: Step, until: Patience): Promise<Observation> {
  const { clock, stop, redactor } = attempt.run;
  const polls: Poll[] = [];
  let leftMs = until.budgetMs;
  const pause = async (durationMs: number): Promise<void> => {
    await clock.sleep(durationMs, stop);
    leftMs -= durationMs;
  };
  if (attempt.retryAfterMs > 0) await pause(Math.min(attempt.retryAfterMs, leftMs));
  for (let waitMs = until.intervalMs; ; waitMs = Math.min(waitMs * 2, until.intervalMs * 10)) {
    const startedAtMs = clock.now();
    // What an earlier look showed is not what this one shows.
    for (const shown of [attempt.bodies, attempt.items]) shown.delete(step.id);
    const observed = await observeOnce(attempt, step);
    const { polling, statusCode } = observed.facts;
    const value = until.pointer === undefined ? undefined : readPointer(attempt.bodies.get(step.id), until.pointer);
    polls.push({
      timestamp: new Date(startedAtMs).toISOString(),
      statusCode,
      ...(value === undefined ? {} : { value: redactor.json(value) }),
    });
    leftMs -= clock.now() - startedAtMs;
    if (polling !== 'BUDGET_SPENT' || leftMs <= 0 || stop?.aborted) return { ...observed, polls };
    await pause(Math.min(Math.max(waitMs, attempt.retryAfterMs), leftMs));
  }
}

async function observeOnce(attempt: Attempt, step: Step): Promise<Observation> {
  const options = { responses: step.expect.responses };
  const known = asLearned(attempt, step);
  const asked = await callApi(attempt, withPageSize(known.step, step.paging), step.persona, options);
  const base = { step: step.id, statusCode: 0, identitySent: false };
  if (!('built' in asked)) return { facts: { ...base, ...asked }, notes: [] };
  const isTaken = successOf(asked) !== undefined;
  const { passed, furtherOn, second, alike, deleted, madeUp }: SentAgain = isTaken
    ? {}
    : await sendAgain(attempt, known.step, asked);
  const first = passed ?? asked;
  if (isTaken) noteLeftOut(attempt, step, undefined);
  if (known.leftOut.length > 0)
    attempt.leftOut.set(step.id, [...(attempt.leftOut.get(step.id) ?? []), ...known.leftOut]);
  const call = furtherOn?.call ?? second?.call ?? alike ?? deleted ?? madeUp?.call ?? first;
  attempt.sent.set(step.id, call.built.sent);
  const before = furtherOn ? (step.course ?? []).slice(0, furtherOn.done.length) : [];
  const facts: StepFacts = {
    ...base,
    identitySent: Object.keys(call.identity.headers).length > 0,
    ...(madeUp ? { madeUp: madeUp.form } : {}),
    ...(step.signsIn && letsIn(call) ? { madeUp: 'SIGN_IN' as const } : {}),
    ...(call.resends.length > 0 ? { resends: call.resends } : {}),
    ...(call.redirect ? { redirect: call.redirect } : {}),
  };
  const { answer } = call;
  if (answer === undefined) return { facts: { ...facts, failure: call.failure ?? 'RESET' }, call, notes: [] };
  facts.statusCode = answer.status;
  if (attempt.run.traced) attempt.taken.set(step.id, { step, call, before, facts });
  if (successOf(call)) {
    attempt.run.servedTemplates.add(step.path);
    attempt.run.servedOperations.add(operationOf(step));
    attempt.retryAfterMs = retryAfterMs(attempt.run.clock, answer.headers['retry-after']) ?? 0;
    if (answer.status === 202) attempt.accepted.add(step.id);
  }
  const expiresAtMs = call.identity.expiresAtMs;
  if (answer.status === 401 && expiresAtMs !== undefined && expiresAtMs <= call.startedAtMs) facts.tokenExpired = true;
  if (isAnsweredByRoute(call, step)) facts.answeredByRoute = true;
  if (answer.status === 409) facts.conflictNamesInput = namesInput(answer.body, apartFromNamed(step, call.built.sent));
  const refused = second?.changes.map((change) => wentOnWith(change, first.answer?.status)) ?? [];
  if (passed) refused.push(`${asked.answer?.status} at first; asked again until that passes`);
  if (furtherOn) refused.push(`409 before ${furtherOn.done.join(', ')}; went on after that`);
  if (alike) refused.push(`${first.answer?.status} for an id of another form; asked for one like the run's own`);
  if (deleted)
    refused.push(`${first.answer?.status} for an id of another form; asked for one that was made and deleted`);
  if (madeUp) refused.push(`${first.answer?.status} without an identity; asked again with made-up credentials`);
  const notes = [...refused, ...(await readAnswer(attempt, step, call, facts))];
  if (facts.afterDelete !== undefined && mayStillBeThere(attempt, step)) facts.polling = 'BUDGET_SPENT';
  noteBroken(attempt, step, call);
  noteRemoved(attempt, call);
  noteThere(attempt, step, call);
  if (holdsShared(attempt)) facts.sharedItem = true;
  return { facts, call, notes };
}

/** The ways in which a request that was not taken was sent again. */
type SentAgain = {
  passed?: Awaited<ReturnType<typeof sendWhenPassed>>;
  furtherOn?: Awaited<ReturnType<typeof sendFurtherOn>>;
  second?: Awaited<ReturnType<typeof sendOtherwise>>;
  alike?: Awaited<ReturnType<typeof askAlike>>;
  deleted?: Awaited<ReturnType<typeof askDeleted>>;
  madeUp?: Awaited<ReturnType<typeof sendMadeUp>>;
};

async function sendAgain(attempt: Attempt, step: Step, asked: Call): Promise<SentAgain> {
  const options = { responses: step.expect.responses };
  const seen = step.expect.outcome === 'success' ? earlierSteps(attempt.plan, step).findLast(isReading) : undefined;
  const again = async () => {
    // What was seen of the thing has changed meanwhile.
    if (seen) await observeOnce(attempt, seen);
    return callApi(attempt, step, step.persona, options);
  };
  const passed = await sendWhenPassed(attempt, step, asked, again);
  const first = passed ?? asked;
  const furtherOn = await sendFurtherOn(attempt, step, first, again);
  const second = furtherOn ? undefined : await sendOtherwise(attempt, step, first, options);
  noteLeftOut(attempt, step, second);
  const alike = second || furtherOn ? undefined : await askAlike(attempt, step, first, options);
  const deleted = second || furtherOn || alike ? undefined : await askDeleted(attempt, step, first, options);
  const madeUp = second ? undefined : await sendMadeUp(attempt, step, first, options);
  return { passed, furtherOn, second, alike, deleted, madeUp };
}

/** Nothing is claimed of what a request left out in the end, nor of what goes along only because it was asked for. */
function noteLeftOut({ leftOut }: Attempt, { id, further = {} }: Step, second: SentAgain['second']): void {
  const members = second?.changes.flatMap((change) => (change.how === 'left out' ? change.members : [])) ?? [];
  if (second || Object.keys(further).length > 0) leftOut.set(id, [...members, ...Object.keys(further)]);
}

/** Counts the server errors of what makes things. */
function noteBroken({ plan, run }: Attempt, { id, method, path }: Step, { answer, resends }: Call): void {
  if (method !== 'POST' || !plan.teardown.some(({ forStep }) => forStep === id)) return;
  const broken = [answer?.status, ...resends.map(({ statusCode }) => statusCode)].filter((status = 0) => status >= 500);
  const key = `${method} ${path}`;
  if (broken.length > 0) run.brokenCreates.set(key, (run.brokenCreates.get(key) ?? 0) + broken.length);
}

const WENT_ON: Record<Change['how'], [before: string, after: string]> = {
  'left out': ['with', 'without'],
  'header left out': ['with the header', 'without it'],
  added: ['without', 'with it'],
  renewed: ['with', 'with another value'],
};

function wentOnWith({ how, members }: Change, status: number | undefined): string {
  const [before, after] = WENT_ON[how];
  return `${status} ${before} ${members.join(', ')}; went on ${after}`;
}

/** The answer is not about the thing that was asked for. */
const NOT_SHOWN = [{ name: '', from: 'body' as const, pointer: '', shownElsewhere: false }];

/** A handler that found nothing answers 200 with nothing, or says so. */
function isNothing(text: string, body: Json | undefined): boolean {
  return /^(null)?$/.test(text.trim()) || saysRefused(body);
}

/** Of what need not be there, later steps ask for what nobody has; a list that is not there has no first entry. */
function readRefusal(
  attempt: Attempt,
  planned: Step,
  { answer }: Call,
  facts: StepFacts,
): Promise<string[]> | string[] {
  if (answer === undefined) return [];
  const goesOn = planned.expect.outcome !== 'success' || planned.mayBeAbsent === true;
  const missing = goesOn ? takeCaptures(attempt, planned, answer, undefined) : [];
  const unfound = missing.filter(({ name }) => planned.captures[name]?.from === 'first');
  if (unfound.length > 0) facts.missingCaptures = unfound;
  return noteErrorBody(attempt, planned, answer);
}

/** Body, captures and assertions of a 2xx; a note on the body of anything else. Completes `facts`. */
async function readAnswer(attempt: Attempt, planned: Step, call: Call, facts: StepFacts): Promise<string[]> {
  const answer = successOf(call);
  if (answer === undefined) return readRefusal(attempt, planned, call, facts);
  const body = await checkBody(attempt, planned, answer);
  if (body.json !== undefined) attempt.bodies.set(planned.id, body.json);
  const { step, isShown: isAsTaken } = placeAssumed(attempt, planned, call, body.json);
  const taken = attempt.taken.get(planned.id);
  if (taken) taken.step = step;
  if (planned.expect.outcome === 'gone')
    facts.afterDelete = lookAfterDelete(attempt, planned, isNothing(answer.body, body.json) ? null : body.json);
  const missing = takeCaptures(attempt, step, answer, body.json);
  if (await takeFromList(attempt, planned, missing)) facts.foundInList = true;
  holdItems(attempt, planned, call);
  if (step.expect.outcome !== 'success' && saysRefused(body.json)) facts.missingCaptures = NOT_SHOWN;
  if (step.expect.outcome === 'success' && !isAsTaken) {
    // A write may tell no more than the id: what it made is seen elsewhere.
    const isSeenElsewhere = attempt.plan.steps.some(({ id, assert }) => id !== step.id && assert.length > 0);
    if (!isReading(step) && missing.length === 0 && isSeenElsewhere) return body.notes;
    facts.missingCaptures = NOT_SHOWN;
    return [...body.notes, 'the spec does not describe this answer, and it does not show the thing as it was sent'];
  }
  // Where a refusal was asked for, captures serve only to take away what was created all the same.
  const isOthers = mayHide(step);
  if (step.expect.outcome !== 'success' && !isOthers) return body.notes;
  Object.assign(facts, body.facts);
  if (missing.length > 0) facts.missingCaptures = missing;
  if (isOff(attempt, step, call, body.json)) facts.isOff = true;
  const polling = pollingOf(step, body.json);
  if (polling) facts.polling = polling;
  const unmet = isOthers ? undefined : judgeStep(attempt.plan, planned, { ...facts, missingCaptures: [] });
  const isComparable = unmet === undefined || unmet.reasonCode === 'SCHEMA' || facts.fitsDocumented === true;
  if (!isComparable) return body.notes;
  if (isAnotherAnswer(step, answer.status))
    return [
      ...body.notes,
      `${answer.status} is documented without what the journey asserts; nothing was compared here`,
    ];
  body.notes.push(...leaveHidden(attempt, step, body.json), ...leaveNamed(attempt, step, body.json));
  body.notes.push(...(await followMoved(attempt, step, body.json)), ...leaveShortened(attempt, step, body.json));
  leaveUnlike(attempt, step, body.json);
  takeEchoed(attempt, step, body.json);
  const assertions: AssertionFacts[] = [];
  const isShown = (pointer: string): boolean => readPointer(body.json, pointer) !== undefined;
  const isShownDeleted = showsDeleted(attempt, step);
  if (isShownDeleted) body.notes.push('what was deleted can still be read; nothing is claimed of the list');
  const isUndone = isOfRefusedCall(attempt, step);
  if (isUndone) body.notes.push('the call before was refused; nothing is claimed of what it would have done');
  const claims = (isShownDeleted || isUndone ? [] : step.assert)
    .map((assertion) => claimOf(assertion, attempt.leftOut))
    .filter((one) => one !== undefined)
    .filter((one) => isAboutSoundValues(one, facts.schemaErrors ?? [], isShown));
  for (const assertion of claims) {
    const checked = await checkAssertion(attempt, step, assertion, body.json, call);
    if (checked) assertions.push(checked);
    if (checked?.relation === 'NORMALISED') takeAsWritten(attempt, step, assertion, body.json);
    else if (!checked && assertion.op === 'differs')
      body.notes.push(`nothing is claimed of ${assertion.pointer}, see the value before`);
  }
  if (assertions.length > 0) facts.assertions = assertions;
  const lacking = [...missing, ...missingInEntry(attempt, step)];
  if (lacking.length > 0) facts.missingCaptures = lacking;
  const stillListed = assertions.some(({ op, relation }) => op === 'listLacks' && relation !== 'ABSENT');
  // A link that is taken away takes no thing away that could be marked.
  const isLink = attempt.plan.steps.some(({ id, mayBeAbsent }) => id === step.effectOf && mayBeAbsent);
  if (stillListed && step.effectOf !== undefined && step.expect.outcome === 'success' && !isLink)
    facts.afterDelete = lookAfterDelete(attempt, step, attempt.items.get(step.id));
  return body.notes;
}

/**
 * A text of our own in a member that the spec leaves open: a server that does not show it at once need not keep it, one that shows something else
 * than a text keeps it in a form of its own. Nothing is claimed of it from here on.
 */
function leaveHidden({ leftOut }: Attempt, { id, open = [] }: Step, body: Json | undefined): string[] {
  const hidden = open.filter((pointer) => typeof readPointer(body, pointer) !== 'string');
  if (hidden.length === 0) return [];
  leftOut.set(id, [...(leftOut.get(id) ?? []), ...hidden]);
  return [
    `the answer does not show ${hidden.join(', ')} as a text, which the spec does not name; nothing is claimed of it`,
  ];
}

/** What a service calls the thing by its place, it names itself: a name that was sent in another form is not claimed. */
function leaveNamed({ leftOut, sent }: Attempt, { id, path }: Step, body: Json | undefined): string[] {
  const asked = readPointer(sent.get(id)?.body, NAME);
  if (asked === undefined || isResourceName(asked, path) || !isResourceName(readPointer(body, NAME), path)) return [];
  leftOut.set(id, [...(leftOut.get(id) ?? []), NAME]);
  return [`the answer calls the thing by its place; nothing is claimed of the ${NAME} that was sent`];
}

const NAME = '/name';

function isSentAndShown(pointer: string, asked: Json | undefined, body: Json | undefined, at = pointer): boolean {
  const [sent, shown] = [readPointer(asked, pointer), readPointer(body, at)];
  return shown !== undefined && sent !== undefined && sameJson(shown, sent);
}

/** A server may count, name or call a file in its own way. */
function leaveUnlike({ leftOut, sent }: Attempt, { id, echoed = {} }: Step, body: Json | undefined): void {
  const asked = sent.get(id)?.body;
  const unlike = Object.keys(echoed).filter((at) => !isSentAndShown(at, asked, body, echoed[at]));
  if (unlike.length > 0) leftOut.set(id, [...(leftOut.get(id) ?? []), ...unlike]);
}

/** What went along only because the server asked for it is claimed where its own answer shows it just as it was sent: a path may be kept in a form of its own. */
function takeEchoed({ leftOut, sent }: Attempt, { id, further = {} }: Step, body: Json | undefined): void {
  const isEchoed = (pointer: string): boolean =>
    Object.hasOwn(further, pointer) && isSentAndShown(pointer, sent.get(id)?.body, body);
  const left = leftOut.get(id)?.filter((pointer) => !isEchoed(pointer));
  if (left) leftOut.set(id, left);
}

/**
 * From here on the value is the one that the server made of it, so that later steps find the item by it and see it change. What has just been
 * found by the name that was chosen for it keeps that name.
 */
function takeAsWritten({ sent }: Attempt, step: Step, assertion: Assertion, body: Json | undefined): void {
  if (assertion.op !== 'equals' || !('sent' in assertion.value)) return;
  if (assertion.value.pointer.startsWith('/path/') && assertion.value.sent !== step.id) return;
  const request = sent.get(assertion.value.sent);
  const written = readPointer(body, assertion.pointer);
  if (request === undefined || written === undefined) return;
  sent.set(assertion.value.sent, withValueAt(request, assertion.value.pointer, written));
}

/** A call that may be refused was, or was only accepted: its effect is not there to be seen. */
function isOfRefusedCall({ plan, succeeded, accepted }: Attempt, { effectOf }: Step): boolean {
  const call = plan.steps.find(({ id }) => id === effectOf);
  const mayBeRefused = call?.mayBeAbsent === true && !isReading(call) && call.expect.outcome === 'success';
  return mayBeRefused && (!succeeded.has(call.id) || accepted.has(call.id));
}

/** What is deleted and can be read all the same is marked there: a list need not show the mark. */
function showsDeleted({ plan, bodies }: Attempt, { effectOf, assert }: Step): boolean {
  const reads = plan.steps.filter((one) => one.expect.outcome === 'gone' && one.effectOf === effectOf);
  return assert.some(({ op }) => op === 'listLacks') && reads.some(({ id }) => bodies.has(id));
}

/** Another identity's list may be answered, as long as it does not show the item. */
function mayHide({ expect, assert }: Step): boolean {
  return expect.outcome === 'cross-persona' && assert.some(({ op }) => op === 'listLacks');
}

function pollingOf({ until }: Step, body: Json | undefined): StepFacts['polling'] {
  if (until === undefined) return undefined;
  const value = JSON.stringify(readPointer(body, until.pointer));
  const isOneOf = (values: Json[]): boolean => values.some((one) => JSON.stringify(one) === value);
  if (isOneOf(until.values)) return undefined;
  return isOneOf(until.terminal) ? 'OTHER_TERMINAL_VALUE' : 'BUDGET_SPENT';
}
