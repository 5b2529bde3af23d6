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
 * Remembers the members without which a refused request then succeeded. Later requests of the same operation omit all
 * of `leftOut`; other writes of the same collection omit those that the refusal `named`.
 */
export function learnDroppedMembers({ run }: Attempt, step: Step, leftOut: string[], named: string[]): void {
  if (step.expect.outcome !== 'success') return;
  add(run.learned.members, operationOf(step), leftOut);
  add(run.learned.members, collectionOf(step), named);
}

/** Remembers headers that a request was taken without. */
export function learnDroppedHeaders({ run }: Attempt, step: Step, names: string[]): void {
  if (step.expect.outcome === 'success') add(run.learned.headers, collectionOf(step), names);
}

/** Stores the allowed values of a refusal, one of which was accepted. */
export function learnAllowedValues({ run }: Attempt, step: Step, told: ReadonlyMap<string, string[]>): void {
  if (step.expect.outcome !== 'success') return;
  const known = run.learned.choices.get(collectionOf(step)) ?? new Map<string, string[]>();
  run.learned.choices.set(collectionOf(step), new Map([...known, ...told]));
}

function add(learned: Map<string, Set<string>>, key: string, names: string[]): void {
  learned.set(key, new Set([...(learned.get(key) ?? []), ...names]));
}

/**
 * A write with what this run has learned: members that it leaves out, unless nothing would be left to assert, and
 * allowed values that this journey has not used.
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
 * The step without these headers; with them where the journey sends the very request twice: then they are what it is
 * about.
 */
export function withoutHeaders({ plan }: Attempt, step: Step, names: ReadonlySet<string> = new Set()): Step {
  const requestOf = ({ method, path, params, body }: Step) => JSON.stringify([method, path, params, body]);
  const isRepeated = plan.steps.some((one) => one.id !== step.id && requestOf(one) === requestOf(step));
  const kept = Object.entries(step.params.header).filter(([name]) => !names.has(name));
  if (isRepeated || kept.length === Object.keys(step.params.header).length) return step;
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
