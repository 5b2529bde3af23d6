import type { Step, TeardownStep } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { type NotSent, successOf } from '../exchange/call-api.ts';
import { namesInput } from '../responses/refusal-text.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Call } from '../exchange/call.ts';

/** Pauses in which a state may pass, in ms. */
export const TRANSIENT_PAUSES_MS = [250, 500, 1000, 2000, 4000];

/** After so many futile waits, the refusal of an operation counts as permanent. */
const MOST_IN_VAIN = 2;
const waitedInVain = new WeakMap<RunContext, Map<string, number>>();

function keyOf(step: Step | TeardownStep): string {
  return [step.method, step.path, 'expect' in step ? step.expect.outcome : 'teardown'].join(' ');
}

/** True if the refusal may be about a state that passes, by what this run has seen. */
export function mayBeTransient(run: RunContext, step: Step | TeardownStep): boolean {
  return step.passes === true && (waitedInVain.get(run)?.get(keyOf(step)) ?? 0) < MOST_IN_VAIN;
}

export function recordFutileWait(run: RunContext, step: Step | TeardownStep): void {
  const counts = waitedInVain.get(run) ?? new Map<string, number>();
  waitedInVain.set(run, counts.set(keyOf(step), (counts.get(keyOf(step)) ?? 0) + 1));
}

/**
 * Sends a request again that was refused because of a state which passes by itself: DELETE of a message succeeds once
 * it has arrived. Undefined where no such state is known, or where waiting did not help: the item may have gone or have
 * reached a final state.
 */
export async function resendAfterWait(
  { run }: Attempt,
  step: Step,
  refused: Call,
  again: () => Promise<Call | NotSent>,
): Promise<Call | undefined> {
  if (!isOfState(refused) || !mayBeTransient(run, step)) return undefined;
  for (const pauseMs of TRANSIENT_PAUSES_MS) {
    await run.clock.sleep(pauseMs, run.stop);
    const call = await again();
    if (!('built' in call)) return undefined;
    if (!isOfState(call)) return step.expect.outcome !== 'success' || isTelling(call) ? call : undefined;
  }
  recordFutileWait(run, step);
  return undefined;
}

function isOfState({ answer, built }: Call): boolean {
  return answer?.status === 409 && !namesInput(answer.body, built.sent);
}

/** It was done, or the server broke over it. */
function isTelling(call: Call): boolean {
  return successOf(call) !== undefined || (call.answer?.status ?? 0) >= 500;
}
