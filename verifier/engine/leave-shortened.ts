import { isObject } from '../plan/json-object.ts';
import { pointerToken } from '../plan/json-pointer.ts';
import type { Json, Step } from '../plan/plan.ts';
import type { Attempt } from './attempt.ts';

/**
 * Servers let nothing be valid for longer than they like: where what a create answers is over earlier than it was sent, and still to come, nothing is
 * claimed of when it is over, nor of what its updates say of that.
 */
export function leaveShortened({ sent, leftOut, run }: Attempt, step: Step, shown: Json | undefined): string[] {
  const asked = sent.get(step.id)?.body;
  const isKnown = (pointer: string) => leftOut.values().some((left) => left.includes(pointer));
  const isShortened = (name: string, value: Json): boolean => {
    if (step.method !== 'POST') return isKnown(pointerToken(name));
    const given = isObject(shown) ? shown[name] : undefined;
    const [wanted, until] = [value, given].map((one) => (typeof one === 'string' ? Date.parse(one) : Number.NaN));
    return run.clock.now() < Number(until) && Number(until) < Number(wanted);
  };
  const names = Object.entries(isObject(asked) ? asked : {})
    .filter(([name, value]) => /expir/i.test(name) && isShortened(name, value))
    .map(([name]) => name);
  if (names.length > 0) leftOut.set(step.id, [...(leftOut.get(step.id) ?? []), ...names.map(pointerToken)]);
  return names.map((name) => `the server sets ${name} itself; nothing is claimed of it`);
}
