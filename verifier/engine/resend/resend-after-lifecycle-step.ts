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

/** A request that was accepted after lifecycle actions. `done`: their paths, such as `/bookings/7/check-in`. */
export type SentAfterLifecycleStep = { call: Call; done: string[] };

/**
 * Sends a request that got 409 again after each lifecycle action of the items it names: `POST /bookings/7/charges`
 * after `POST /bookings/7/check-in`. `again` sends the request. Undefined if no action helps, or if the refusal is
 * about a sent value.
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
 * The sent request without references in its body. "The event is a draft" is about the state of the event, not about
 * `eventId`.
 */
export function withoutReferences({ body }: Step, sent: SentRequest): SentRequest {
  const templates = body && 'object' in body.value ? body.value.object : {};
  if (!isObject(sent.body)) return sent;
  const kept = Object.entries(sent.body).filter(([name]) => !('capture' in (templates[name] ?? {})));
  return { ...sent, body: Object.fromEntries(kept) };
}

/**
 * Registers an item that a lifecycle action created for teardown. Without an id in the response it is reported as left
 * behind.
 */
function noteMade(attempt: Attempt, { makes }: FurtherOn, { answer }: Call): void {
  if (!makes) return;
  attempt.succeeded.add(makes.step);
  const id = answer && readPointer(parseJson(answer.body), makes.pointer);
  if (isId(id)) attempt.captures.set(makes.capture, id);
}
