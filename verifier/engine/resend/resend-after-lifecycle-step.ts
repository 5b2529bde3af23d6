import { isObject } from '../../plan/json-object.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { FurtherOn, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type NotSent, successOf } from '../exchange/call-api.ts';
import { isId } from '../responses/is-id.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { namesInput, saysOccupied } from '../responses/refusal-text.ts';
import { MissingValue, type SentRequest } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

/**
 * A request that succeeded after lifecycle actions. `done`: their path templates, such as `/bookings/{id}/check-in`.
 */
export type SentAfterLifecycleStep = { call: Call; done: string[] };

/**
 * Sends a request that got 409 again after each lifecycle action of the items it names: `POST /bookings/7/charges`
 * after `POST /bookings/7/check-in`. `again` sends the request. Undefined if an action is refused, if none helps, or if
 * the 409 is about a sent value or an occupied time.
 */
export async function resendAfterLifecycleStep(
  attempt: Attempt,
  step: Step,
  refused: Call,
  again: () => Promise<Call | NotSent>,
): Promise<SentAfterLifecycleStep | undefined> {
  const { answer, built } = refused;
  if (
    answer?.status !== 409 ||
    namesInput(answer.body, withoutReferences(step, built.sent)) ||
    saysOccupied(answer.body)
  )
    return undefined;
  const done: string[] = [];
  for (const action of step.course ?? []) {
    try {
      const acted = await callApi(attempt, action, action.persona ?? step.persona);
      if (!('built' in acted) || !successOf(acted)) return undefined;
      noteMade(attempt, action, acted);
    } catch (error) {
      if (error instanceof MissingValue) return undefined;
      throw error;
    }
    done.push(action.path);
    const call = await again();
    if (!('built' in call)) return undefined;
    if (successOf(call)) return { call, done };
    if (call.answer?.status !== 409) return undefined;
  }
  return undefined;
}

/**
 * The sent request without body members that refer to another item. "The event is a draft" is about the state of the
 * event and not about `eventId`.
 */
export function withoutReferences({ body }: Step, sent: SentRequest): SentRequest {
  const templates = body && 'object' in body.value ? body.value.object : {};
  if (!isObject(sent.body)) return sent;
  const kept = Object.entries(sent.body).filter(([name]) => !('capture' in (templates[name] ?? {})));
  return { ...sent, body: Object.fromEntries(kept) };
}

/**
 * Makes teardown delete the item that a lifecycle action created. Without an id in the response, teardown reports the
 * item as left behind.
 */
function noteMade(attempt: Attempt, { makes }: FurtherOn, { answer }: Call): void {
  if (!makes) return;
  attempt.succeeded.add(makes.step);
  const id = answer && readPointer(parseJson(answer.body), makes.pointer);
  if (isId(id)) attempt.captures.set(makes.capture, id);
}
