import { segmentsOf } from '../../plan/json-pointer.ts';
import { isReading } from '../../plan/is-reading.ts';
import type { Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { withMember } from '../request/with-member.ts';
import { mayLeaveOut, withoutMember } from './resend-without-optional.ts';
import { isSentAlready, replaceableTexts } from './resend-with-allowed-value.ts';
import type { Learned } from '../context/run-context.ts';

export function nothingLearned(): Learned {
  return { members: new Map(), headers: new Map(), choices: new Map() };
}

/**
 * Remembers members without which a refused write was accepted. Later writes of the same operation omit all of
 * `leftOut`. Other writes of the same collection omit those that the refusal `named`. Nothing is learned from a step
 * that expects a refusal.
 */
export function learnDroppedMembers({ run }: Attempt, step: Step, leftOut: string[], named: string[]): void {
  if (step.expect.outcome !== 'success') return;
  add(run.learned.members, operationOf(step), leftOut);
  add(run.learned.members, collectionOf(step), named);
}

/** Remembers headers without which a refused request was accepted. */
export function learnDroppedHeaders({ run }: Attempt, step: Step, names: string[]): void {
  if (step.expect.outcome === 'success') add(run.learned.headers, collectionOf(step), names);
}

/** Remembers the allowed values that refusals listed, after one of them was accepted. */
export function learnAllowedValues({ run }: Attempt, step: Step, told: ReadonlyMap<string, string[]>): void {
  if (step.expect.outcome !== 'success') return;
  const known = run.learned.choices.get(collectionOf(step)) ?? new Map<string, string[]>();
  run.learned.choices.set(collectionOf(step), new Map([...known, ...told]));
}

function add(learned: Map<string, Set<string>>, key: string, names: string[]): void {
  learned.set(key, new Set([...(learned.get(key) ?? []), ...names]));
}

/**
 * The step, changed by what refusals of this run taught. Omits headers, and members unless another request uses their
 * values or a step would have nothing left to assert. Sends allowed values that this journey has not sent. `leftOut`:
 * the omitted members.
 */
export function applyLearned(attempt: Attempt, step: Step): { step: Step; leftOut: string[] } {
  if (isReading(step) || step.expect.outcome !== 'success') return { step, leftOut: [] };
  const told = withChoices(attempt, withoutHeaders(attempt, step, attempt.run.learned.headers.get(collectionOf(step))));
  const { members } = attempt.run.learned;
  const leftOut = [...new Set([operationOf(step), collectionOf(step)].flatMap((key) => [...(members.get(key) ?? [])]))];
  if (told.body === undefined || leftOut.length === 0 || !mayLeaveOut(attempt.plan, step, leftOut))
    return { step: told, leftOut: [] };
  const value = leftOut.map(segmentsOf).reduce(withoutMember, told.body.value);
  return { step: { ...told, body: { ...told.body, value } }, leftOut };
}

/**
 * The step without the headers `names`. Unchanged if another step of the journey sends the same request, because then a
 * header such as `Idempotency-Key` is the subject.
 */
export function withoutHeaders({ plan }: Attempt, step: Step, names: ReadonlySet<string> = new Set()): Step {
  const kept = Object.entries(step.params.header).filter(([name]) => !names.has(name));
  if (kept.length === Object.keys(step.params.header).length) return step;
  const requestOf = ({ method, path, params, body }: Step) => JSON.stringify([method, path, params, body]);
  if (plan.steps.some((one) => one.id !== step.id && requestOf(one) === requestOf(step))) return step;
  return { ...step, params: { ...step.params, header: Object.fromEntries(kept) } };
}

function withChoices(attempt: Attempt, step: Step): Step {
  const told = attempt.run.learned.choices.get(collectionOf(step));
  if (told === undefined || step.body === undefined) return step;
  const open = new Set(replaceableTexts(attempt, step));
  let { value } = step.body;
  for (const [pointer, choices] of told) {
    const choice = choices.find((one) => !isSentAlready(attempt, pointer, one));
    if (choice !== undefined && open.has(pointer)) value = withMember(value, segmentsOf(pointer), { literal: choice });
  }
  return { ...step, body: { ...step.body, value } };
}

function operationOf({ method, path }: Step): string {
  return `${method} ${path}`;
}

function collectionOf({ path }: Step): string {
  return path.replace(/\/(\{[^/]*\})?$/, '');
}
