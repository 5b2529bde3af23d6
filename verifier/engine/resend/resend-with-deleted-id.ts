import { earlierSteps } from '../../plan/earlier-steps.ts';
import { isReading } from '../../plan/is-reading.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import { namesItem } from '../../plan/names-item.ts';
import type { Step, TeardownStep } from '../../plan/plan.ts';
import { shapeOf } from '../../plan/shape-of.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import { lastPathValue } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type CallOptions, isRefused, successOf } from '../exchange/call-api.ts';
import { parseJson } from '../exchange/parse-json.ts';
import type { Call } from '../exchange/call.ts';

/**
 * Deletes the journey's item and requests its id, after an unknown id was refused for its form: `GET /notes/INV-9`.
 * Tried where no similar id can be made up, as for counters. Returns the call if it got 404 or 410 or shows another
 * item. Undefined otherwise: a soft-deleted item may still be shown.
 */
export async function resendWithDeletedId(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<Call | undefined> {
  if (step.expect.outcome !== 'not-found' || step.mayBeAbsent || !isReading(step) || !isRefused(refused))
    return undefined;
  const seen = earlierSteps(attempt.plan, step).findLast((one) => one.path === step.path && isReading(one));
  const removal = seen && removalOf(attempt, seen);
  if (!removal || isNeeded(attempt, seen, step)) return undefined;
  const deleted = await callApi(attempt, removal, removal.persona, options);
  const answer = successOf(deleted);
  if (answer === undefined || answer.status === 202) return undefined;
  const call = await callApi(attempt, { ...step, params: seen.params }, step.persona, options);
  if (!('built' in call)) return undefined;
  const isAbsent = call.answer?.status === 404 || call.answer?.status === 410;
  return isAbsent || showsAnother(attempt, seen, call) ? call : undefined;
}

/** The only teardown step for the item of `seen`, if it is a plain DELETE at the same path and the item was created. */
function removalOf({ plan, succeeded }: Attempt, seen: Step): TeardownStep | undefined {
  const own = JSON.stringify(lastPathValue(seen));
  const found = plan.teardown.filter((one) => JSON.stringify(lastPathValue(one)) === own);
  const [removal, ...others] = found;
  const isPlain = removal?.method === 'DELETE' && !removal.prepares && shapeOf(removal.path) === shapeOf(seen.path);
  return isPlain && others.length === 0 && namesItem(seen.path) && succeeded.has(removal.forStep) ? removal : undefined;
}

/** True if a later step has the item as the last value of its path. */
function isNeeded({ plan }: Attempt, seen: Step, step: Step): boolean {
  const own = JSON.stringify(lastPathValue(seen));
  return plan.steps.slice(plan.steps.indexOf(step) + 1).some((one) => JSON.stringify(lastPathValue(one)) === own);
}

/** True for a success that shows another id than the earlier read of the item. */
function showsAnother({ bodies }: Attempt, seen: Step, call: Call): boolean {
  const body = parseJson(successOf(call)?.body ?? '');
  const own = JSON.stringify(lastPathValue(seen)[0]);
  const claim = seen.assert.find((one) => one.op === 'equals' && JSON.stringify(one.value) === own);
  if (claim?.op !== 'equals') return false;
  const [before, shown] = [readPointer(bodies.get(seen.id), claim.pointer), readPointer(body, claim.pointer)];
  return before !== undefined && shown !== undefined && shown !== null && !sameJson(before, shown);
}
