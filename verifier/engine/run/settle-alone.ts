import type { ReasonCode } from '../../result/verdict.ts';
import { classifyAttempt, classifyJourney, isDecisive, type Classification } from '../../verdicts/classify-journey.ts';
import type { EndedJourney } from './journey-result.ts';
import { runAttempt, type AttemptRun } from './run-attempt.ts';
import type { RunContext } from '../context/run-context.ts';
import { createSharedItems } from '../exchange/create-shared-items.ts';
import { nonceFor } from '../request/unique-value.ts';
import { whenHeard } from '../exchange/when-heard.ts';

/**
 * Once this many repeated journeys have ended again with the same reason of LONG, no other journey with it is repeated.
 */
const MOST_IN_VAIN = 2;
const LONG = new Set<ReasonCode>(['TIMEOUT', 'CONNECTION_BROKEN', 'TARGET_UNREACHABLE', 'EVENTUALLY_CONSISTENT']);

/**
 * Runs the journey again from its start, with a new nonce and past caches, to confirm the attempt `kept`. Default: the
 * first attempt. `null` discards all earlier attempts. Residue and notes of discarded attempts stay.
 */
export async function confirm(
  run: RunContext,
  journey: EndedJourney,
  seed: number,
  { kept = journey.attempts[0] ?? null, onlyWaits }: { kept?: AttemptRun | null; onlyWaits?: () => void } = {},
): Promise<void> {
  const { plan } = journey;
  journey.made += 1;
  const again = await runAttempt(run, plan, nonceFor(seed, plan.journeyId, journey.made), { isAgain: true, onlyWaits });
  for (const disturbed of journey.attempts.filter((one) => one !== kept)) {
    again.residue.unshift(...disturbed.residue);
    again.notes.unshift(...disturbed.notes, 'an attempt beside other journeys was disturbed, and was repeated alone');
  }
  journey.attempts = kept ? [kept, again] : [again];
  const classification = classificationOf(journey);
  if (kept && classification && isDecisive(classification.verdict)) run.confirmed.push({ plan, classification });
  journey.endedAtMs = run.clock.now();
}

export function classificationOf({ plan, attempts }: EndedJourney): Classification | undefined {
  return classifyJourney(plan, { attempts: attempts.map(({ facts }) => facts) });
}

export function needsConfirmation({ plan, attempts: [first] }: EndedJourney): boolean {
  const found = first && classifyAttempt(plan, first.facts);
  return found !== undefined && isDecisive(found.verdict);
}

/**
 * True if the journey is confirmed only when nothing else runs: after a 5xx, or if other journeys may have disturbed
 * it.
 */
export function needsQuiet(journey: EndedJourney): boolean {
  return isDisturbed(journey) || hasMet(journey, 'SERVER_ERROR');
}

/** True if the journey must run again after all others. */
export function needsSettling(run: RunContext, journey: EndedJourney): boolean {
  const found = classificationOf(journey);
  return (
    found !== undefined && (needsQuiet(journey) || isTurnedAway(journey) || isShared(journey) || isUnsure(run, journey))
  );
}

/**
 * Runs again, one at a time, the journeys that may have failed because of others: 5xx, time-outs, resets, 429,
 * differing attempts, shared items. Earlier attempts are discarded, except that a mere 5xx is only confirmed.
 */
export async function settleAlone(
  run: RunContext,
  journeys: EndedJourney[],
  seed: number,
  onSettled: (journey: EndedJourney) => void,
): Promise<void> {
  const open = journeys.filter((journey) => needsSettling(run, journey));
  const inVain = new Map<ReasonCode, number>();
  for (const journey of [...open.filter((one) => !isTurnedAway(one)), ...open.filter(isTurnedAway)]) {
    const reasonCode = classificationOf(journey)?.reasonCode as ReasonCode;
    const times = inVain.get(reasonCode) ?? 0;
    const isOver = run.clock.now() >= run.deadlineMs || run.stop?.aborted === true;
    if (!isOver && times < MOST_IN_VAIN) {
      await settle(run, journey, seed, journeys.length === 1);
      if (LONG.has(reasonCode) && classificationOf(journey)?.reasonCode === reasonCode)
        inVain.set(reasonCode, times + 1);
    }
    onSettled(journey);
  }
}

async function settle(run: RunContext, journey: EndedJourney, seed: number, isOnly: boolean): Promise<void> {
  if (isTurnedAway(journey)) {
    const ask = async () => {
      await repeatAlone(run, journey, seed);
      return !isTurnedAway(journey);
    };
    return isOnly ? undefined : whenHeard(run, run.patienceMs, ask);
  }
  if (isDisturbed(journey) || isShared(journey)) return repeatAlone(run, journey, seed);
  if (isUnsure(run, journey)) return repeatTwice(run, journey, seed);
  await confirm(run, journey, seed);
  const [, alone] = journey.attempts;
  if (alone && failsOtherwise(journey, alone)) await confirm(run, journey, seed, { kept: alone });
}

/** Runs the journey again and discards its earlier attempts. A decisive failure is then confirmed. */
async function repeatAlone(run: RunContext, journey: EndedJourney, seed: number): Promise<void> {
  run.items = createSharedItems();
  await confirm(run, journey, seed, { kept: null });
  if (needsConfirmation(journey)) await confirm(run, journey, seed);
}

/** Runs the journey again and, if it passes, once more. FLAKY stays only if the new attempts differ as well. */
async function repeatTwice(run: RunContext, journey: EndedJourney, seed: number): Promise<void> {
  await repeatAlone(run, journey, seed);
  if (classificationOf(journey)) return;
  await confirm(run, journey, seed);
  const isFailing = ({ facts }: AttemptRun): boolean => classifyAttempt(journey.plan, facts) !== undefined;
  // The failed attempt first: it is the one reported.
  journey.attempts.sort((one, other) => Number(isFailing(other)) - Number(isFailing(one)));
}

/** True if the attempt run alone fails decisively for another reason, which a 5xx had hidden before. */
function failsOtherwise(journey: EndedJourney, alone: AttemptRun): boolean {
  const found = classifyAttempt(journey.plan, alone.facts);
  return found !== undefined && isDecisive(found.verdict) && classificationOf(journey)?.reasonCode === 'FLAKY';
}

function hasMet({ plan, attempts }: EndedJourney, reasonCode: ReasonCode): boolean {
  return attempts.some(({ facts }) => classifyAttempt(plan, facts)?.reasonCode === reasonCode);
}

function isDisturbed({ attempts }: EndedJourney): boolean {
  return attempts.some((attempt) => attempt.isDisturbed);
}

/** True if an attempt failed because the target was busy to the end (TARGET_BUSY: 429, 503 and others). */
function isTurnedAway(journey: EndedJourney): boolean {
  return hasMet(journey, 'TARGET_BUSY');
}

/** True if ID_REUSED may come from an item that several creates got. Alone, the journey has its own. */
function isShared(journey: EndedJourney): boolean {
  const isGiven = journey.attempts.some(({ facts }) => facts.steps.some(({ sharedItem }) => sharedItem));
  return isGiven && hasMet(journey, 'ID_REUSED');
}

/** True if two attempts differ and other journeys may have run beside them. */
function isUnsure({ pace }: RunContext, journey: EndedJourney): boolean {
  return pace.most > 1 && journey.attempts.length > 1 && classificationOf(journey)?.reasonCode === 'FLAKY';
}
