import { instantClock } from './clock.ts';
import type { RunContext } from './run-context.ts';

/** The server of a run. */
export type Server = Pick<RunContext, 'send' | 'isAtRest'>;

/** The maps, sets and lists of a state, which change in place. A copy that lacks one does not compile. */
export type Changing<State> = {
  [Name in keyof State as State[Name] extends Held ? Name : never]: State[Name];
};
type Held = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | readonly unknown[];

/**
 * Returns the run of a proof as it stands, against another server. Shared is what is the same for any server of the
 * proof: identities, secrets to mask, checked schemas, and the pace, because a proof sends one request at a time.
 */
export function copyRun(run: RunContext, { send, isAtRest }: Server): RunContext {
  const { items, learned } = run;
  const changing: Changing<RunContext> = {
    fingerprints: new Map(run.fingerprints),
    servedTemplates: new Set(run.servedTemplates),
    servedOperations: new Set(run.servedOperations),
    longestLists: new Map(run.longestLists),
    foundFree: new Set(run.foundFree),
    confirmed: [...run.confirmed],
    unremoved: new Map(run.unremoved),
    brokenCreates: new Map(run.brokenCreates),
    patienceMs: [...run.patienceMs],
    teardownPatienceMs: [...run.teardownPatienceMs],
  };
  return {
    ...run,
    ...changing,
    send,
    isAtRest,
    clock: instantClock(run.clock.now()),
    items: {
      holders: new Map(items.holders.entries().map(([key, those]) => [key, new Set(those)])),
      shared: new Set(items.shared),
      there: new Set(items.there),
    },
    waits: { ...run.waits },
    learned: {
      members: new Map(learned.members),
      headers: new Map(learned.headers),
      choices: new Map(learned.choices),
    },
  };
}
