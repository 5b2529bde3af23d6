import type { Json, Step } from '../../plan/plan.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, successOf } from '../exchange/call-api.ts';

/**
 * Follows an item whose id changes with a rename: `PATCH /pages/old` shows the id "new". Later steps and teardown
 * then use the new id. Both ids must contain this attempt's nonce, so that no other item is meant. Keeps the old id
 * if only the old path shows the item. Returns notes.
 */
export async function followMoved(attempt: Attempt, step: Step, body: Json | undefined): Promise<string[]> {
  const { plan, captures, nonce } = attempt;
  const address = /\{([^{}]+)\}$/.exec(step.path)?.[1] ?? '';
  const own = step.params.path[address];
  if ((step.method !== 'PUT' && step.method !== 'PATCH') || own === undefined || !('capture' in own)) return [];
  const { capture } = own;
  const before = captures.get(capture);
  const made = plan.steps.map((one) => one.captures[capture]).find((one) => one !== undefined);
  const now = made?.from === 'body' ? readPointer(body, made.pointer) : undefined;
  const isMade = (id: Json | undefined): id is string => typeof id === 'string' && id.toLowerCase().includes(nonce);
  // A plan that expects a new id captures it itself.
  const isPlanned = Object.values(step.captures).some(({ from }) => from === 'body');
  if (isPlanned || !isMade(before) || !isMade(now) || now === before) return [];
  const shownAt = async (id: string): Promise<string | undefined> => {
    captures.set(capture, id);
    const { body: _body, ...others } = step;
    return successOf(await callApi(attempt, { ...others, method: 'GET' }, step.persona))?.body;
  };
  const isThere = (await shownAt(now))?.includes(now) === true;
  if (!isThere && (await shownAt(before)) !== undefined) return [];
  captures.set(capture, now);
  return [`the answer shows another ${address} for the item; later requests use it`];
}
