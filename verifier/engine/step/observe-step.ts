import type { Step, Until } from '../../plan/plan.ts';
import { earlierSteps } from '../../plan/earlier-steps.ts';
import { isReading } from '../../plan/is-reading.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { Poll } from '../../result/result.ts';
import { operationOf } from '../../verdicts/classify-journey.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import { resendWithDeletedId } from '../resend/resend-with-deleted-id.ts';
import { resendWithSimilarId } from '../resend/resend-with-similar-id.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, successOf } from '../exchange/call-api.ts';
import { isAnsweredByRoute } from '../responses/is-answered-by-route.ts';
import { applyLearned } from '../resend/apply-learned.ts';
import { grantsSession } from '../responses/grants-session.ts';
import { withoutReferences, resendAfterLifecycleStep } from '../resend/resend-after-lifecycle-step.ts';
import { resendWithForgedCredentials } from '../resend/resend-with-forged-credentials.ts';
import { type Change, resendWithOtherValues } from '../resend/resend-with-other-values.ts';
import { resendAfterWait } from '../resend/resend-after-wait.ts';
import { holdsSharedItem, recordDeleted, recordSeen } from '../exchange/create-shared-items.ts';
import { namesInput } from '../responses/refusal-text.ts';
import { withPageSize } from '../request/with-page-size.ts';
import { retryAfterMs } from '../exchange/retry-after-ms.ts';
import { readAnswer } from './read-answer.ts';
import type { Call } from '../exchange/call.ts';

/** The observation of one sent step, before any probe. */
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
    // A value that an earlier read showed is not one that this read shows.
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
  recordDeleted(attempt, call);
  recordSeen(attempt, step, call);
  if (holdsSharedItem(attempt)) facts.sharedItem = true;
  return { facts, call, notes };
}

/** The ways in which a request that was not taken was sent again. */
type SentAgain = {
  passed?: Awaited<ReturnType<typeof resendAfterWait>>;
  furtherOn?: Awaited<ReturnType<typeof resendAfterLifecycleStep>>;
  second?: Awaited<ReturnType<typeof resendWithOtherValues>>;
  alike?: Awaited<ReturnType<typeof resendWithSimilarId>>;
  deleted?: Awaited<ReturnType<typeof resendWithDeletedId>>;
  madeUp?: Awaited<ReturnType<typeof resendWithForgedCredentials>>;
};

async function sendAgain(attempt: Attempt, step: Step, asked: Call): Promise<SentAgain> {
  const options = { responses: step.expect.responses };
  const seen = step.expect.outcome === 'success' ? earlierSteps(attempt.plan, step).findLast(isReading) : undefined;
  const again = async () => {
    // The item has changed since it was read.
    if (seen) await observeOnce(attempt, seen);
    return callApi(attempt, step, step.persona, options);
  };
  const passed = await resendAfterWait(attempt, step, asked, again);
  const first = passed ?? asked;
  const furtherOn = await resendAfterLifecycleStep(attempt, step, first, again);
  const second = furtherOn ? undefined : await resendWithOtherValues(attempt, step, first, options);
  noteLeftOut(attempt, step, second);
  const alike = second || furtherOn ? undefined : await resendWithSimilarId(attempt, step, first, options);
  const deleted = second || furtherOn || alike ? undefined : await resendWithDeletedId(attempt, step, first, options);
  const madeUp = second ? undefined : await resendWithForgedCredentials(attempt, step, first, options);
  return { passed, furtherOn, second, alike, deleted, madeUp };
}

/** Removes assertions on members that a resend left out or added. */
function noteLeftOut({ leftOut }: Attempt, { id, further = {} }: Step, second: SentAgain['second']): void {
  const members = second?.changes.flatMap((change) => (change.how === 'left out' ? change.members : [])) ?? [];
  if (second || Object.keys(further).length > 0) leftOut.set(id, [...members, ...Object.keys(further)]);
}

/** Counts 5xx answers of creates. */
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
