import type { Json, Step } from '../plan/plan.ts';
import { readPointer } from '../plan/json-pointer.ts';
import type { Attempt } from './attempt.ts';

/**
 * A server that makes a thing's id of what it is sent gives the thing another one when that changes, and its answer to the update tells it: from then on
 * the thing is looked for there, and taken away. Only an id that holds this attempt's nonce is believed: nobody else's thing has one.
 */
export function followMoved({ plan, captures, nonce }: Attempt, step: Step, body: Json | undefined): string[] {
  const address = /\{([^{}]+)\}$/.exec(step.path)?.[1] ?? '';
  const own = step.params.path[address];
  if ((step.method !== 'PUT' && step.method !== 'PATCH') || own === undefined || !('capture' in own)) return [];
  const before = captures.get(own.capture);
  const made = plan.steps.map((one) => one.captures[own.capture]).find((capture) => capture !== undefined);
  const now = made?.from === 'body' ? readPointer(body, made.pointer) : undefined;
  const isMade = (id: Json | undefined): id is string => typeof id === 'string' && id.toLowerCase().includes(nonce);
  // A plan that expects another name carries that on by itself.
  const isPlanned = Object.values(step.captures).some(({ from }) => from === 'body');
  if (isPlanned || !isMade(before) || !isMade(now) || now === before) return [];
  captures.set(own.capture, now);
  return [`the answer gives the thing another ${address}; it is looked for under that`];
}
