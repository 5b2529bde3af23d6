import { isSuccess } from '../../plan/is-success.ts';
import { isReading } from '../../plan/is-reading.ts';
import type { Plan, Step } from '../../plan/plan.ts';
import { leavesOf } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import type { SharedItems } from '../context/run-context.ts';
import type { Call } from './call.ts';

export function createSharedItems(): SharedItems {
  return { holders: new Map(), shared: new Set(), there: new Set() };
}

/** Marks the items named in the request's path as existing. Not without a response, and not after a 4xx. */
export function recordSeen({ run, held }: Attempt, { params }: Pick<Step, 'params'>, { answer }: Call): void {
  if (answer === undefined || (answer.status >= 400 && answer.status < 500)) return;
  for (const name of capturesIn(params)) {
    const key = held.get(name);
    if (key !== undefined) run.items.there.add(key);
  }
}

/** Remembers the URL of a successful DELETE. */
export function recordDeleted({ removed }: Attempt, { outgoing: { method, url }, answer }: Call): void {
  if (method === 'DELETE' && answer !== undefined && isSuccess(answer.status)) removed.add(url);
}

/**
 * True if this attempt has deleted the item at this URL. Also true after a 4xx if the attempt holds a shared item,
 * because not every server answers 404 for a deleted one.
 */
export function wasDeleted(attempt: Attempt, call: Call): boolean {
  return attempt.removed.has(call.outgoing.url) || (isRefused(call) && holdsSharedItem(attempt));
}

/**
 * True for a 4xx while this attempt holds an id that another create returned too, and no request has found that item.
 */
export function mayBeDeletedByOther(attempt: Attempt, call: Call): boolean {
  const { shared } = attempt.run.items;
  return isRefused(call) && !wasDeleted(attempt, call) && attempt.held.values().some((key) => shared.has(key));
}

function isRefused({ answer }: Call): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/**
 * Registers the ids that a create returned. An id is marked as shared if several creates at the same path returned it.
 */
export function recordCreated(attempt: Attempt, step: Step, { built }: Call): void {
  if (isReading(step) || step.expect.outcome !== 'success') return;
  const { holders, shared } = attempt.run.items;
  for (const name of idsIn(attempt.plan).filter(
    (one) => step.captures[one]?.found === undefined && Object.hasOwn(step.captures, one),
  )) {
    const value = attempt.captures.get(name);
    if (value === undefined) continue;
    const key = `${step.method} ${built.path} ${JSON.stringify(value)}`;
    const those = holders.get(key) ?? new Set();
    holders.set(key, those.add(`${attempt.nonce} ${step.id}`));
    if (those.size > 1) shared.add(key);
    attempt.held.set(name, key);
  }
}

/**
 * True if another create returned one of this attempt's ids, and a request has found that item (a get-or-create
 * server).
 */
export function holdsSharedItem({ run, held }: Attempt): boolean {
  return held.values().some((key) => run.items.shared.has(key) && run.items.there.has(key));
}

/** Releases the attempt's items after teardown, so that a later journey with the same id does not share them. */
export function releaseItems({ run, held, nonce }: Attempt): void {
  for (const key of held.values())
    for (const holder of run.items.holders.get(key) ?? [])
      if (holder.startsWith(`${nonce} `)) run.items.holders.get(key)?.delete(holder);
}

const idsByPlan = new WeakMap<Plan, string[]>();

/** Names of captures that the plan uses in paths, teardown included. */
function idsIn(plan: Plan): string[] {
  const known = idsByPlan.get(plan);
  if (known) return known;
  const ids = [...plan.steps, ...plan.teardown].flatMap(({ params }) => capturesIn(params));
  idsByPlan.set(plan, ids);
  return ids;
}

const capturesByParams = new WeakMap<Step['params'], string[]>();

function capturesIn(params: Step['params']): string[] {
  const known = capturesByParams.get(params);
  if (known) return known;
  const leaves = Object.values(params.path).flatMap(leavesOf);
  const names = leaves.flatMap((leaf) => ('capture' in leaf ? [leaf.capture] : []));
  capturesByParams.set(params, names);
  return names;
}
