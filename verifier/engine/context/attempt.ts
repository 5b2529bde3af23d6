import type { Json, Plan, TeardownStep } from '../../plan/plan.ts';
import { borrowedIn } from '../../verdicts/situation.ts';
import { randomHex } from './random-hex.ts';
import { readParameter } from '../request/read-parameter.ts';
import type { SentRequest, Values } from '../request/resolve-template.ts';
import { type Changing, copyRun, type Server } from './copy-run.ts';
import type { RunContext } from './run-context.ts';
import type { Taken } from '../../replay/taken.ts';

/** One attempt at a journey: its requests, captures and observations so far. */
export type Attempt = {
  run: RunContext;
  plan: Plan;
  nonce: string;
  traceId: string;
  captures: Map<string, Json>;
  /** Ids of steps that succeeded, and names of items created beside them. Teardown deletes only the items of these. */
  succeeded: Set<string>;
  sent: Map<string, SentRequest>;
  /**
   * By step id: JSON Pointers of body members of which nothing is asserted. They were dropped after a refusal, are
   * waived, or belong to `further`.
   */
  leftOut: Map<string, string[]>;
  /** By capture name: the key of the item that a create returned in this attempt, as in `SharedItems`. */
  held: Map<string, string>;
  /** Teardown of items that no plan step creates: a parent, or a reference created after a refusal. */
  madeBeside: TeardownStep[];
  /** URLs where a DELETE step of this attempt succeeded. */
  removed: Set<string>;
  /** Ids of steps answered 202: their effect may come later. */
  accepted: Set<string>;
  /** By step id: the body of its successful response, as JSON or text. */
  bodies: Map<string, Json>;
  /** By step id: the list entry that was found to be the item. */
  items: Map<string, Json>;
  /** By step id: request, response and facts, from which a replay is written. Empty unless the run is traced. */
  taken: Map<string, Taken>;
  /** The Retry-After of the newest successful step, in ms; 0 if it had none. */
  retryAfterMs: number;
  /**
   * True if reads send `Cache-Control: no-cache`: in a repeated attempt, and once evidence of a failure is gathered.
   */
  pastCaches: boolean;
  /** True for an attempt that confirms or replaces an earlier one. */
  isAgain: boolean;
  /** Called before each pause of a repeated attempt for eventual consistency: other journeys may start meanwhile. */
  onlyWaits: (() => void) | undefined;
  /** True if a response came from a cache although `pastCaches` was set. */
  fromCache: boolean;
  /**
   * True if a request failed with a sign of load while others were in flight, or a list came right late in a parallel
   * run. Alone, the journey may end otherwise.
   */
  isDisturbed: boolean;
  valuesFor: (persona: string | null) => Values;
};

export function startAttempt(
  run: RunContext,
  plan: Plan,
  nonce: string,
  isAgain: boolean,
  onlyWaits?: () => void,
): Attempt {
  return withValues({
    run,
    plan,
    nonce,
    traceId: randomHex(run.random, 32),
    captures: new Map(),
    succeeded: new Set(),
    sent: new Map(),
    leftOut: new Map(),
    held: new Map(),
    madeBeside: [],
    removed: new Set(),
    accepted: new Set(),
    bodies: new Map(),
    items: new Map(),
    taken: new Map(),
    retryAfterMs: 0,
    pastCaches: isAgain,
    isAgain,
    onlyWaits,
    fromCache: false,
    isDisturbed: false,
  });
}

/** Returns an attempt that stands where this one does, in the run of another server. Neither changes the other. */
export function copyAttempt(attempt: Attempt, server: Server): Attempt {
  const changing: Changing<Attempt> = {
    captures: new Map(attempt.captures),
    succeeded: new Set(attempt.succeeded),
    sent: new Map(attempt.sent),
    leftOut: new Map(attempt.leftOut),
    held: new Map(attempt.held),
    madeBeside: [...attempt.madeBeside],
    removed: new Set(attempt.removed),
    accepted: new Set(attempt.accepted),
    bodies: new Map(attempt.bodies),
    items: new Map(attempt.items),
    taken: new Map(attempt.taken),
  };
  return withValues({ ...attempt, ...changing, run: copyRun(attempt.run, server) });
}

function withValues(attempt: Omit<Attempt, 'valuesFor'>): Attempt {
  const { run, plan, nonce, captures, sent } = attempt;
  const borrowed = borrowedIn(plan);
  return {
    ...attempt,
    valuesFor: (persona) => ({
      nonce,
      captures,
      sent,
      borrowed,
      input: (name) => readParameter(plan, name, persona, run.env),
    }),
  };
}
