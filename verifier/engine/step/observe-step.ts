import type { Step, Until } from '../../plan/plan.ts';
import { earlierSteps } from '../../plan/earlier-steps.ts';
import { isReading } from '../../plan/is-reading.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { Poll } from '../../result/result.ts';
import { operationOf } from '../../verdicts/classify-journey.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, successOf } from '../exchange/call-api.ts';
import { isAnsweredByRoute } from '../responses/is-answered-by-route.ts';
import { applyLearned } from '../resend/apply-learned.ts';
import { grantsSession } from '../responses/grants-session.ts';
import { withoutReferences } from '../resend/resend-after-lifecycle-step.ts';
import type { Change } from '../resend/resend-with-other-values.ts';
import { RESENDS, type Resent } from '../resend/resends.ts';
import { holdsSharedItem, recordDeleted, recordSeen } from '../exchange/create-shared-items.ts';
import { namesInput } from '../responses/refusal-text.ts';
import { withPageSize } from '../request/with-page-size.ts';
import { retryAfterMs } from '../exchange/retry-after-ms.ts';
import { readAnswer } from './read-answer.ts';
import type { Call } from '../exchange/call.ts';

/** The result of sending one step, before the probes of a failure. */
export type Observation = { facts: StepFacts; call?: Call; notes: string[]; polls?: Poll[] };

type Patience = Pick<Until, 'intervalMs' | 'budgetMs'> & Partial<Until>;

/** How long a read waits for a deletion that got 202. */
const UNTIL_GONE: Patience = { intervalMs: 200, budgetMs: 30_000 };

/**
 * Sends a step and records its response. Repeats it while `until` is not met or an accepted deletion (202) is not
 * done. Throws MissingValue if a template refers to a value that no step produced.
 */
export async function observeStep(attempt: Attempt, step: Step): Promise<Observation> {
  const patience = step.until ?? (mayStillBeThere(attempt, step) ? UNTIL_GONE : undefined);
  return patience === undefined ? observeOnce(attempt, step) : poll(attempt, step, patience);
}

/**
 * True if the step checks a DELETE that got 202: it expects the item gone, or reads the list and no earlier step has
 * waited for the deletion.
 */
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

/** Repeats the step until its response ends the polling, its time is spent, or the run is interrupted. */
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
    // The body of the previous repeat must not count for this one.
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
  const known = applyLearned(attempt, step);
  const asked = await callApi(attempt, withPageSize(known.step, step.paging), step.persona, options);
  const base = { step: step.id, statusCode: 0, identitySent: false };
  if (!('built' in asked)) return { facts: { ...base, ...asked }, notes: [] };
  const isTaken = successOf(asked) !== undefined;
  if (isTaken) noteLeftOut(attempt, step, undefined);
  const resent = isTaken ? { call: asked, notes: [] } : await sendAgain(attempt, known.step, asked);
  if (known.leftOut.length > 0)
    attempt.leftOut.set(step.id, [...(attempt.leftOut.get(step.id) ?? []), ...known.leftOut]);
  const { call, form } = resent;
  attempt.sent.set(step.id, call.built.sent);
  const before = (step.course ?? []).slice(0, resent.done?.length ?? 0);
  const facts: StepFacts = {
    ...base,
    identitySent: Object.keys(call.identity.headers).length > 0,
    ...(form ? { madeUp: form } : {}),
    ...(step.signsIn && grantsSession(call) ? { madeUp: 'SIGN_IN' as const } : {}),
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
  if (answer.status === 409)
    facts.conflictNamesInput = namesInput(answer.body, withoutReferences(step, call.built.sent));
  const notes = [...resent.notes, ...(await readAnswer(attempt, step, call, facts))];
  if (facts.afterDelete !== undefined && mayStillBeThere(attempt, step)) facts.polling = 'BUDGET_SPENT';
  noteBroken(attempt, step, call);
  recordDeleted(attempt, call);
  recordSeen(attempt, step, call);
  if (holdsSharedItem(attempt)) facts.sharedItem = true;
  return { facts, call, notes };
}

/** Tries the RESENDS in order until one ends the search. Returns the first refusal if none applies. */
async function sendAgain(attempt: Attempt, step: Step, asked: Call): Promise<Resent> {
  const options = { responses: step.expect.responses };
  const seen = step.expect.outcome === 'success' ? earlierSteps(attempt.plan, step).findLast(isReading) : undefined;
  const again = async () => {
    // The refused action may have changed the item, so the last read before it is repeated.
    if (seen) await observeOnce(attempt, seen);
    return callApi(attempt, step, step.persona, options);
  };
  let last: Resent = { call: asked, notes: [] };
  for (const { send, goesOn } of RESENDS) {
    const resent = await send({ attempt, step, refused: last.call, options, again });
    if (resent) last = { ...resent, notes: [...last.notes, ...resent.notes] };
    if (resent && !goesOn) break;
  }
  noteLeftOut(attempt, step, last.changes);
  return last;
}

/** Records members that are not asserted: those that a resend left out, and those of `further`. */
function noteLeftOut({ leftOut }: Attempt, { id, further = {} }: Step, changes: Change[] | undefined): void {
  const members = changes?.flatMap((change) => (change.how === 'left out' ? change.members : [])) ?? [];
  if (changes || Object.keys(further).length > 0) leftOut.set(id, [...members, ...Object.keys(further)]);
}

/** Counts 5xx responses to a POST whose item teardown would delete: each may have left an item. */
function noteBroken({ plan, run }: Attempt, { id, method, path }: Step, { answer, resends }: Call): void {
  if (method !== 'POST' || !plan.teardown.some(({ forStep }) => forStep === id)) return;
  const broken = [answer?.status, ...resends.map(({ statusCode }) => statusCode)].filter((status = 0) => status >= 500);
  const key = `${method} ${path}`;
  if (broken.length > 0) run.brokenCreates.set(key, (run.brokenCreates.get(key) ?? 0) + broken.length);
}
