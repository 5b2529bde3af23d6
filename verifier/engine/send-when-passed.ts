import type { Step } from '../plan/plan.ts';
import type { Attempt } from './attempt.ts';
import type { Call, NotSent } from './call-api.ts';
import { namesInput } from './refusal-text.ts';

/** Pauses in which a state may pass, in ms. */
export const PASSING_PAUSES_MS = [250, 500, 1000, 2000, 4000];

/**
 * What is refused because of a state that passes by itself goes again: a message is deleted once it has arrived. Gives the last call, which may be
 * refused as well; undefined where there is nothing to wait for.
 */
export async function sendWhenPassed(
  { run }: Attempt,
  { passes }: Step,
  refused: Call,
  again: () => Promise<Call | NotSent>,
): Promise<Call | undefined> {
  if (!passes || !isOfState(refused)) return undefined;
  let last = refused;
  for (const pauseMs of PASSING_PAUSES_MS) {
    await run.clock.sleep(pauseMs, run.stop);
    const call = await again();
    if (!('built' in call)) return last;
    last = call;
    if (!isOfState(call)) break;
  }
  return last;
}

function isOfState({ answer, built }: Call): boolean {
  return answer?.status === 409 && !namesInput(answer.body, built.sent);
}
