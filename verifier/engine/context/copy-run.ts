import { instantClock } from './clock.ts';
import { createPace } from './pace.ts';
import type { RunContext } from './run-context.ts';

/** The server of a run. */
export type Server = Pick<RunContext, 'send' | 'isAtRest'>;

/**
 * Returns the run of a proof as it stands, against another server. Shared are what only grows and is the same for any
 * server of the proof: identities, secrets to mask and checked schemas.
 */
export function copyRun(run: RunContext, { send, isAtRest }: Server): RunContext {
  const clock = instantClock(run.clock.now());
  return {
    ...copyOfMembers(run),
    send,
    isAtRest,
    clock,
    pace: createPace(clock),
    items: copyOfMembers(run.items),
    learned: copyOfMembers(run.learned),
    waits: { ...run.waits },
  };
}

/** Returns the object with copies of the maps, sets and lists in it, and of those inside them. */
export function copyOfMembers<T extends object>(held: T): T {
  return Object.fromEntries(Object.entries(held).map(([name, value]) => [name, copyOf(value)])) as T;
}

function copyOf(value: unknown): unknown {
  if (value instanceof Map) return new Map(value.entries().map(([key, inner]) => [key, copyOf(inner)]));
  if (value instanceof Set) return new Set(value);
  return Array.isArray(value) ? [...value] : value;
}
