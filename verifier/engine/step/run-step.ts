import { isSuccess } from '../../plan/is-success.ts';
import { isReading } from '../../plan/is-reading.ts';
import type { Step } from '../../plan/plan.ts';
import type { Evidence } from '../../result/result.ts';
import { classifyStep, judgeStep, type StepJudgement } from '../../verdicts/classify-journey.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import { isKnownCause } from '../../verdicts/group-causes.ts';
import { isReadBelow } from '../../verdicts/other-reads.ts';
import { isAboutMaker, situationOf } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import { probeParentItem, probeOtherReads, startProbing } from '../probes/start-probing.ts';
import { isCreatedInAttempt } from '../probes/is-created-in-attempt.ts';
import { isMadeNowhere, lookForParent } from '../probes/look-for-parent.ts';
import { observeStep, type Observation } from './observe-step.ts';
import { holdsSharedItem } from '../exchange/create-shared-items.ts';
import { recordUsefulWait, remainingWaitMs, pauseAside } from '../context/create-waits.ts';
import type { Probing } from '../probes/probing.ts';
import { compareFingerprints, isLikeNoRoute, mayHideNoRoute } from '../probes/compare-fingerprints.ts';

/** Pauses in ms before each re-read that waits for eventual consistency. Planner and verifier §6.1. */
export const REREAD_PAUSES_MS: readonly number[] = [250, 500, 1000, 2000, 4000];
/** The pause of a proof, in ms: the mock does not change by itself, so one re-read is enough. */
const PAUSE_OF_PROOF_MS = [REREAD_PAUSES_MS.reduce((sum, pauseMs) => sum + pauseMs, 0)];

export type StepRun = Observation & { judgement: StepJudgement; evidence: Evidence[] };

/**
 * Runs one step and judges it. After a failure it collects evidence by fingerprints, other reads and re-reads. These
 * change nothing on the server; only a DELETE that got 404 or 410 for a new item may be sent again, and once a write
 * that got such a status for an item that another read shows.
 */
export async function runStep(attempt: Attempt, step: Step): Promise<StepRun> {
  const observed = await observeStep(attempt, step);
  const { facts } = observed;
  const probing = startProbing();
  let judgement = judgeStep(attempt.plan, step, facts);
  const needsFreshId = step.expect.outcome === 'gone' && facts.statusCode === 403;
  const isOpen = judgement !== undefined && (judgement.verdict !== null || step.mayBeAbsent === true);
  const isOutside = isRefusedOutside(attempt, step, facts);
  if ((isOpen && mayNeedProbes(facts)) || needsFreshId || isOutside) {
    attempt.pastCaches = true;
    await gatherEvidence(attempt, step, observed, probing);
    // Another journey may have got the item meanwhile.
    if (holdsSharedItem(attempt)) facts.sharedItem = true;
    judgement = judgeStep(attempt.plan, step, facts);
  }
  if (judgement === undefined) await compareDenial(attempt, step, observed);
  if (judgement?.reasonCode === 'PERSONA_FORBIDDEN' && !isReading(step)) await noteHidden(attempt, step, observed);
  return { ...observed, judgement, evidence: probing.evidence };
}

/** True for 404, 410 and success, whose cause a probe may tell. Other statuses are judged by the response alone. */
function mayNeedProbes(facts: StepFacts): boolean {
  return isAbsent(facts) || isSuccess(facts.statusCode);
}

/**
 * True if a step with a path value from outside got 400 or 422. `probeParentItem` tells whether the item of that value
 * exists.
 */
function isRefusedOutside({ plan }: Attempt, step: Step, facts: StepFacts): boolean {
  const isRefused = facts.statusCode === 400 || facts.statusCode === 422;
  return isRefused && step.expect.outcome === 'success' && situationOf(plan, step, facts).namesOutside;
}

function isAbsent({ statusCode }: StepFacts): boolean {
  return statusCode === 404 || statusCode === 410;
}

/**
 * Records whether an expected 404 or 410 looks like that of a missing route. Asks only if the path template has not
 * succeeded.
 */
async function compareDenial(attempt: Attempt, step: Step, { facts, call }: Observation): Promise<void> {
  const { traced, servedTemplates } = attempt.run;
  const mayBeMissing = isAbsent(facts) && !servedTemplates.has(step.path);
  if (call === undefined || !traced || !mayBeMissing) return;
  const sameAsNoRoute = await isLikeNoRoute(attempt, step, call, startProbing());
  if (sameAsNoRoute !== undefined) facts.sameAsNoRoute = sameAsNoRoute;
}

/** Notes that the route may be missing if a random path gets the same 403. */
async function noteHidden(attempt: Attempt, step: Step, { call, notes }: Observation): Promise<void> {
  if (call === undefined || !attempt.run.traced) return;
  if (await mayHideNoRoute(attempt, step, call, startProbing()))
    notes.push(`a path that does not exist is answered 403 too: ${step.method} ${step.path} may be missing`);
}

async function gatherEvidence(attempt: Attempt, step: Step, observed: Observation, probing: Probing): Promise<void> {
  const { facts, call } = observed;
  if (call === undefined) return;
  if (isAbsent(facts) && isCreatedInAttempt(attempt, step)) facts.madeBefore = true;
  const isSure = facts.madeBefore === true || isAboutMaker(attempt.plan, step);
  // In a proof, a success proves the route, so no probe is needed.
  if (attempt.run.traced || !isSuccess(facts.statusCode))
    Object.assign(facts, await compareFingerprints(attempt, step, call, probing, isSure));
  const { row, reasonCode } = judgeStep(attempt.plan, step, facts) ?? {};
  const filtered = reasonCode === 'NOT_IN_LIST' && step.probes.some(({ request }) => request.path === step.path);
  const isOthersDelete = reasonCode === 'AUTHZ_OBJECT' && step.method === 'DELETE';
  if (row === 10 || row === 11 || filtered || isOthersDelete)
    facts.otherReads = [
      ...(isReadBelow(step) ? await probeParentItem(attempt, step, call, probing) : []),
      ...(await probeOtherReads(attempt, step, probing)),
    ];
  if (isRefusedOutside(attempt, step, facts))
    facts.otherReads = await probeParentItem(attempt, step, call, probing, true);
  if (isMadeNowhere(step, facts)) facts.otherReads = await lookForParent(attempt, step, call, probing);
  if (row === 21) await lookElsewhere(attempt, step, facts, probing);
  if (mayBeTooEarly(attempt, step, facts)) await sendOnceMore(attempt, step, facts, probing);
  if (mayComeRight(attempt, step, facts)) await rereadUntilRight(attempt, step, facts, probing);
}

/** True if a write got 404 or 410 and another read shows its item: the item may have come into view in between. */
function mayBeTooEarly({ plan }: Attempt, step: Step, facts: StepFacts): boolean {
  return !isReading(step) && judgeStep(plan, step, facts)?.reasonCode === 'METHOD_NOT_SERVED';
}

/** Sends a refused write once more. The write was early if it is right now; any other new answer is judged instead. */
async function sendOnceMore(attempt: Attempt, step: Step, facts: StepFacts, probing: Probing): Promise<void> {
  const last = (await observeStep(attempt, step)).facts;
  if (!isRight(attempt, step, last)) {
    settleOn(attempt, step, facts, last);
    return;
  }
  attempt.succeeded.add(step.id);
  facts.reread = 'CAME_RIGHT';
  probing.evidence.push(rereadEvidence(step, facts, 'right when it was sent once more', true));
}

/** Verdict row 21: marks missing members that another read of the item shows. */
async function lookElsewhere(attempt: Attempt, step: Step, facts: StepFacts, probing: Probing): Promise<void> {
  const absent = [
    ...(facts.missingCaptures ?? []).filter(({ from }) => from === 'body'),
    ...(facts.assertions ?? []).filter(({ op, relation }) => relation === 'ABSENT' && op === 'equals'),
  ];
  for (const field of absent) {
    if (field.shownElsewhere) continue;
    const reads = await probeOtherReads(attempt, step, probing, field.pointer);
    field.shownElsewhere = reads.some(({ shown }) => shown === true);
  }
}

/** True if a decisive failure may pass by waiting: an item or value is missing or old. */
function mayComeRight(attempt: Attempt, step: Step, facts: StepFacts): boolean {
  const judgement = judgeStep(attempt.plan, step, facts);
  if (judgement === undefined || !judgement.verdict?.startsWith('FAIL_DECISIVE_')) return false;
  const isRead = isReading(step);
  if (judgement.row === 10 || judgement.row === 11) return isRead || judgement.row === 11;
  const { ownItem, isGivenSeen } = situationOf(attempt.plan, step, facts);
  const mayCome = step.mayBeAbsent === true || ownItem || isGivenSeen;
  if (judgement.row === 9) return isAbsent(facts) && (facts.madeBefore === true || (isRead && mayCome));
  return isRead && [21, 22, 23, 28, 29, 30, 33].includes(Number(judgement.row));
}

async function rereadUntilRight(attempt: Attempt, step: Step, facts: StepFacts, probing: Probing): Promise<void> {
  // Only reads are repeated, and a DELETE that got 404 or 410 for an item created in this attempt. Teardown deletes the
  // item in any case. For other writes, the item's other reads are repeated.
  const isAgain = isReading(step) || (facts.madeBefore === true && judgeStep(attempt.plan, step, facts)?.row === 9);
  if (!isAgain && step.probes.length === 0) return;
  if (attempt.run.isAtRest()) {
    facts.reread = 'STAYED_WRONG';
    return;
  }
  let last: StepFacts | undefined;
  const { run } = attempt;
  let pausedMs = 0;
  let observation: string | undefined;
  for (const pauseMs of run.traced ? REREAD_PAUSES_MS : PAUSE_OF_PROOF_MS) {
    if (isWaitedFor(attempt, step, { ...facts, ...last })) {
      observation = 'wrong as in another journey, where it stayed wrong';
      break;
    }
    const ownMs = run.traced ? Math.min(pauseMs, remainingWaitMs(run, !attempt.isAgain, pausedMs)) : pauseMs;
    if (ownMs === 0) break;
    pausedMs += ownMs;
    if (attempt.isAgain) attempt.onlyWaits?.();
    await pauseAside(run, ownMs);
    last = isAgain ? (await observeStep(attempt, step)).facts : undefined;
    if (last ? isRight(attempt, step, last) : await isShownNow(attempt, step)) {
      facts.reread = 'CAME_RIGHT';
      // Other journeys may have changed the list meanwhile.
      if (run.pace.most > 1 && step.assert.some(({ op }) => op.startsWith('list'))) attempt.isDisturbed = true;
      recordUsefulWait(run, pausedMs);
      probing.evidence.push(rereadEvidence(step, facts, 'right after a while', isAgain));
      return;
    }
  }
  observation ??= `still wrong after ${pausedMs / 1000} s`;
  if (last) settleOn(attempt, step, facts, last);
  facts.reread = attempt.fromCache ? 'FROM_CACHE' : 'STAYED_WRONG';
  probing.evidence.push(rereadEvidence(step, facts, observation, isAgain));
}

/** True if another journey has failed twice with the same cause, after it waited and tried again. */
function isWaitedFor({ run, plan }: Attempt, step: Step, facts: StepFacts): boolean {
  const classification = classifyStep(plan, step, facts);
  return classification !== undefined && isKnownCause(run.confirmed, { plan, classification });
}

/** Replaces the facts by those of the last re-read if another verdict row judges them. */
function settleOn(attempt: Attempt, step: Step, facts: StepFacts, last: StepFacts): void {
  const settled = { ...facts, ...last };
  const [before, after] = [facts, settled].map((one) => judgeStep(attempt.plan, step, one)?.row);
  if (before !== after) Object.assign(facts, settled);
}

function isRight(attempt: Attempt, step: Step, facts: StepFacts): boolean {
  const judgement = judgeStep(attempt.plan, step, facts);
  return judgement === undefined || (judgement.verdict === null && !isAbsent(facts));
}

/** True if one of the item's other reads shows it. Used after a refused write. */
async function isShownNow(attempt: Attempt, step: Step): Promise<boolean> {
  const reads = await probeOtherReads(attempt, step, { evidence: [], left: step.probes.length * 2 });
  return reads.some(({ shown }) => shown === true);
}

function rereadEvidence(step: Step, facts: StepFacts, observation: string, isAgain: boolean): Evidence {
  return {
    probe: 'consistency re-reads',
    observation,
    method: isAgain ? step.method : 'GET',
    path: step.path,
    statusCode: facts.statusCode,
  };
}
