import { segmentsOf } from '../../plan/json-pointer.ts';
import { isReading } from '../../plan/is-reading.ts';
import type { Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { mayLeaveOut, withoutMember } from './leave-out.ts';
import type { RunContext } from '../context/run-context.ts';

/** JSON Pointers of optional body members that this run was refused for: by operation all of them, by collection those that a refusal named. */
export type Learned = Map<string, Set<string>>;

/** Remembers what a request was taken without, after it was refused with it. */
export function learnRefused({ learned }: RunContext, step: Step, leftOut: string[], named: string[]): void {
  if (step.expect.outcome !== 'success') return;
  for (const [key, pointers] of [
    [operationOf(step), leftOut],
    [collectionOf(step), named],
  ] as const)
    learned.set(key, new Set([...(learned.get(key) ?? []), ...pointers]));
}

/** A write without the members that this run was refused for, and which those are; as it is where that would leave nothing to assert. */
export function withoutLearned({ run: { learned }, plan }: Attempt, step: Step): { step: Step; leftOut: string[] } {
  const { body } = step;
  if (body === undefined || isReading(step) || step.expect.outcome !== 'success' || learned.size === 0)
    return { step, leftOut: [] };
  const known = [operationOf(step), collectionOf(step)].flatMap((key) => [...(learned.get(key) ?? [])]);
  const leftOut = [...new Set(known)];
  if (leftOut.length === 0 || !mayLeaveOut(plan, step, leftOut)) return { step, leftOut: [] };
  return {
    step: { ...step, body: { ...body, value: leftOut.map(segmentsOf).reduce(withoutMember, body.value) } },
    leftOut,
  };
}

function operationOf({ method, path }: Step): string {
  return `${method} ${path}`;
}

function collectionOf({ path }: Step): string {
  return path.replace(/\/(\{[^/]*\})?$/, '');
}
