import { isReading } from '../plan/is-reading.ts';
import type { Plan, Step } from '../plan/plan.ts';
import { leavesOf } from '../verdicts/situation.ts';
import type { Attempt } from './attempt.ts';
import type { Call } from './call-api.ts';

/**
 * Which things the journeys that run now were given by their creates. A server that answers a second create with what is there already (a tag of
 * that title) gives one thing to several journeys: each then sees what the others do to it.
 */
export type SharedItems = { holders: Map<string, Set<string>>; shared: Set<string> };

export function noSharedItems(): SharedItems {
  return { holders: new Map(), shared: new Set() };
}

/** Remembers what was deleted with success. */
export function noteRemoved({ removed }: Attempt, { outgoing: { method, url }, answer }: Call): void {
  if (method === 'DELETE' && answer !== undefined && answer.status >= 200 && answer.status < 300) removed.add(url);
}

/**
 * This attempt deleted the very thing before, or another one that was given it does and answers for it: not every server says 404 of what is
 * gone.
 */
export function wasRemoved(attempt: Attempt, { outgoing: { url }, answer }: Call): boolean {
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  return attempt.removed.has(url) || (isRefused && holdsShared(attempt));
}

/** Remembers the ids that a successful create answered. */
export function holdItems(attempt: Attempt, step: Step, { built }: Call): void {
  if (isReading(step) || step.expect.outcome !== 'success') return;
  const { holders, shared } = attempt.run.items;
  for (const name of idsIn(attempt.plan).filter((one) => Object.hasOwn(step.captures, one))) {
    const value = attempt.captures.get(name);
    if (value === undefined) continue;
    const key = `${step.method} ${built.path} ${JSON.stringify(value)}`;
    const those = holders.get(key) ?? new Set();
    holders.set(key, those.add(`${attempt.nonce} ${step.id}`));
    if (those.size > 1) shared.add(key);
    attempt.held.push(key);
  }
}

/** Some thing of this attempt was given to another create, too. */
export function holdsShared({ run, held }: Attempt): boolean {
  return held.some((key) => run.items.shared.has(key));
}

/** The attempt is over and its things are away. */
export function releaseItems({ run, held, nonce }: Attempt): void {
  for (const key of held)
    for (const holder of run.items.holders.get(key) ?? [])
      if (holder.startsWith(`${nonce} `)) run.items.holders.get(key)?.delete(holder);
}

const idsByPlan = new WeakMap<Plan, string[]>();

/** The captures that stand in paths. */
function idsIn(plan: Plan): string[] {
  const known = idsByPlan.get(plan);
  if (known) return known;
  const values = [...plan.steps, ...plan.teardown].flatMap(({ params }) => Object.values(params.path));
  const ids = values.flatMap(leavesOf).flatMap((leaf) => ('capture' in leaf ? [leaf.capture] : []));
  idsByPlan.set(plan, ids);
  return ids;
}
