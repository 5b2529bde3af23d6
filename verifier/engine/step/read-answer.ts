import type { Assertion, Json, Step } from '../../plan/plan.ts';
import { isReading } from '../../plan/is-reading.ts';
import { readPointer, withValueAt } from '../../plan/json-pointer.ts';
import { judgeStep } from '../../verdicts/classify-journey.ts';
import { isAnotherAnswer } from '../../verdicts/another-answer.ts';
import type { AssertionFacts, StepFacts } from '../../verdicts/facts.ts';
import { classifyAfterDelete } from '../responses/classify-after-delete.ts';
import type { Attempt } from '../context/attempt.ts';
import { successOf } from '../exchange/call-api.ts';
import { checkAssertion, missingInEntry } from '../checks/check-assertion.ts';
import { takeFromList } from '../probes/take-from-list.ts';
import { followMoved } from './follow-moved.ts';
import { isGuardNotMet } from '../responses/is-guard-not-met.ts';
import { recordCreated } from '../exchange/create-shared-items.ts';
import { ASSERTION_WAIVERS, isSentAndShown, MEMBER_WAIVERS, STEP_WAIVERS } from './waivers.ts';
import { placeAssumed } from './place-assumed.ts';
import { saysRefused } from '../responses/refusal-text.ts';
import { checkBody, noteErrorBody } from '../checks/check-body.ts';
import { takeCaptures } from '../responses/take-captures.ts';
import type { Call } from '../exchange/call.ts';

/** The fact for a response that does not show the item. */
const NOT_SHOWN = [{ name: '', from: 'body' as const, pointer: '', shownElsewhere: false }];

/** True for a success that means "not found": a blank body, `null`, or a body such as `{"success": false}`. */
function isNothing(text: string, body: Json | undefined): boolean {
  return /^(null)?$/.test(text.trim()) || saysRefused(body);
}

/**
 * Handles a response that is no success. If the journey may go on, captures take their `otherwise` value, and those of
 * a list's first entry may be missing. Returns notes on the body.
 */
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

/**
 * Checks body, captures and assertions of a success, and completes `facts`. Any other response goes to `readRefusal`.
 * Returns the notes.
 */
export async function readAnswer(attempt: Attempt, planned: Step, call: Call, facts: StepFacts): Promise<string[]> {
  const answer = successOf(call);
  if (answer === undefined) return readRefusal(attempt, planned, call, facts);
  const body = await checkBody(attempt, planned, answer);
  if (body.json !== undefined) attempt.bodies.set(planned.id, body.json);
  const { step, isShown: isAsTaken } = placeAssumed(attempt, planned, call, body.json);
  const taken = attempt.taken.get(planned.id);
  if (taken) taken.step = step;
  if (planned.expect.outcome === 'gone')
    facts.afterDelete = classifyAfterDelete(attempt, planned, isNothing(answer.body, body.json) ? null : body.json);
  const missing = takeCaptures(attempt, step, answer, body.json);
  if (await takeFromList(attempt, planned, missing)) facts.foundInList = true;
  recordCreated(attempt, planned, call);
  if (step.expect.outcome !== 'success' && saysRefused(body.json)) facts.missingCaptures = NOT_SHOWN;
  if (step.expect.outcome === 'success' && !isAsTaken) {
    // A write may show only an id if another step of the plan asserts something.
    const isSeenElsewhere = attempt.plan.steps.some(({ id, assert }) => id !== step.id && assert.length > 0);
    if (!isReading(step) && missing.length === 0 && isSeenElsewhere) return body.notes;
    facts.missingCaptures = NOT_SHOWN;
    return [...body.notes, 'the spec does not describe this answer, and it does not show the item as it was sent'];
  }
  // If a refusal was expected, captures serve only to delete what was created by mistake.
  const isOthers = mayHide(step);
  if (step.expect.outcome !== 'success' && !isOthers) return body.notes;
  Object.assign(facts, body.facts);
  if (missing.length > 0) facts.missingCaptures = missing;
  if (isGuardNotMet(attempt, step, call, body.json)) facts.isOff = true;
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
  body.notes.push(...(await followMoved(attempt, step, body.json)), ...waiveMembers(attempt, step, body.json));
  takeEchoed(attempt, step, body.json);
  const assertions: AssertionFacts[] = [];
  const waivers = STEP_WAIVERS.filter(({ holds }) => holds(attempt, step));
  body.notes.push(...waivers.map(({ note }) => note));
  const narrowed = (assertion: Assertion): Assertion | undefined =>
    ASSERTION_WAIVERS.reduce<Assertion | undefined>(
      (left, { narrow }) => left && narrow(attempt, left, facts, body.json),
      assertion,
    );
  const claims = (waivers.length > 0 ? [] : step.assert).map(narrowed).filter((one) => one !== undefined);
  for (const assertion of claims) {
    const checked = await checkAssertion(attempt, step, assertion, body.json, call);
    if (checked) assertions.push(checked);
    if (checked?.relation === 'NORMALISED') takeAsWritten(attempt, step, assertion, body.json);
    else if (!checked && assertion.op === 'differs')
      body.notes.push(`nothing is asserted of ${assertion.pointer}, see the value before`);
  }
  if (assertions.length > 0) facts.assertions = assertions;
  const lacking = [...missing, ...missingInEntry(attempt, step)];
  if (lacking.length > 0) facts.missingCaptures = lacking;
  const stillListed = assertions.some(({ op, relation }) => op === 'listLacks' && relation !== 'ABSENT');
  // `DELETE /tasks/7/labels/3` removes a link and no item that could carry a deletion mark.
  const isLink = attempt.plan.steps.some(({ id, mayBeAbsent }) => id === step.effectOf && mayBeAbsent);
  if (stillListed && step.effectOf !== undefined && step.expect.outcome === 'success' && !isLink)
    facts.afterDelete = classifyAfterDelete(attempt, step, attempt.items.get(step.id));
  return body.notes;
}

/** Applies MEMBER_WAIVERS: adds the members that are not asserted from now on to `leftOut`. Returns their notes. */
function waiveMembers(attempt: Attempt, step: Step, body: Json | undefined): string[] {
  const { leftOut } = attempt;
  return MEMBER_WAIVERS.flatMap(({ waive }) => {
    const { pointers, notes = [] } = waive(attempt, step, body);
    if (pointers.length > 0) leftOut.set(step.id, [...(leftOut.get(step.id) ?? []), ...pointers]);
    return notes;
  });
}

/** Asserts a member of `further` again if the response shows it as sent. */
function takeEchoed({ leftOut, sent }: Attempt, { id, further = {} }: Step, body: Json | undefined): void {
  const isEchoed = (pointer: string): boolean =>
    Object.hasOwn(further, pointer) && isSentAndShown(pointer, sent.get(id)?.body, body);
  const left = leftOut.get(id)?.filter((pointer) => !isEchoed(pointer));
  if (left) leftOut.set(id, left);
}

/**
 * Replaces the sent value by the server's notation, with which later steps compare. A path value of an earlier step
 * stays, because it has just found the item.
 */
function takeAsWritten({ sent }: Attempt, step: Step, assertion: Assertion, body: Json | undefined): void {
  if (assertion.op !== 'equals' || !('sent' in assertion.value)) return;
  if (assertion.value.pointer.startsWith('/path/') && assertion.value.sent !== step.id) return;
  const request = sent.get(assertion.value.sent);
  const written = readPointer(body, assertion.pointer);
  if (request === undefined || written === undefined) return;
  sent.set(assertion.value.sent, withValueAt(request, assertion.value.pointer, written));
}

/** True if the step reads another persona's list: a success is allowed as long as the list lacks the item. */
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
