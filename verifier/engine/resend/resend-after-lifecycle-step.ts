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

/** A request that was taken once what it names had come further. `done`: what was done to that, as paths. */
export type SentAfterLifecycleStep = { call: Call; done: string[] };

/**
 * Sends a request again after each lifecycle action of the items that it names: a booking takes charges after check-in.
 * Undefined where that does not help, or the refusal is about a sent value. `again` sends it.
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
 * The body without references. If a refusal contains the word ("the event is a draft"), it is about the state of the
 * item, not about its id.
 */
export function withoutReferences({ body }: Step, sent: SentRequest): SentRequest {
  const templates = body && 'object' in body.value ? body.value.object : {};
  if (!isObject(sent.body)) return sent;
  const kept = Object.entries(sent.body).filter(([name]) => !('capture' in (templates[name] ?? {})));
  return { ...sent, body: Object.fromEntries(kept) };
}

/**
 * Registers an item that was created on the way for teardown, whatever becomes of the step. Without an id it is
 * reported as left.
 */
function noteMade(attempt: Attempt, { makes }: FurtherOn, { answer }: Call): void {
  if (!makes) return;
  attempt.succeeded.add(makes.step);
  const id = answer && readPointer(parseJson(answer.body), makes.pointer);
  if (isId(id)) attempt.captures.set(makes.capture, id);
}
