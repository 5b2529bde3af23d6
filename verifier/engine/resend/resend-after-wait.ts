import type { Step, TeardownStep } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { type NotSent, successOf } from '../exchange/call-api.ts';
import { namesInput } from '../responses/refusal-text.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Call } from '../exchange/call.ts';

/** Pauses in ms before each resend of a request that was refused because of a passing state. */
export const TRANSIENT_PAUSES_MS = [250, 500, 1000, 2000, 4000];

/** After so many waits that did not help, refusals of an operation count as permanent. */
const MOST_IN_VAIN = 2;
const waitedInVain = new WeakMap<RunContext, Map<string, number>>();

function keyOf(step: Step | TeardownStep): string {
  return [step.method, step.path, 'expect' in step ? step.expect.outcome : 'teardown'].join(' ');
}

/**
 * True if the plan says that the state behind a refusal passes by itself, and waiting has not failed twice in this run.
 */
export function mayBeTransient(run: RunContext, step: Step | TeardownStep): boolean {
  return step.passes === true && (waitedInVain.get(run)?.get(keyOf(step)) ?? 0) < MOST_IN_VAIN;
}

export function recordFutileWait(run: RunContext, step: Step | TeardownStep): void {
  const counts = waitedInVain.get(run) ?? new Map<string, number>();
  waitedInVain.set(run, counts.set(keyOf(step), (counts.get(keyOf(step)) ?? 0) + 1));
}

/**
 * Sends a request that got 409 again after pauses: `DELETE /messages/7` succeeds once the message has arrived.
 * Undefined if the 409 is about a sent value, if no passing state is known for the step, or if waiting did not help.
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

/** True for a success or a 5xx. */
function isTelling(call: Call): boolean {
  return successOf(call) !== undefined || (call.answer?.status ?? 0) >= 500;
}
