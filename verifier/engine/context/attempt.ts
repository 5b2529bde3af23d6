import type { Json, Plan, TeardownStep } from '../../plan/plan.ts';
import { borrowedIn } from '../../verdicts/situation.ts';
import { randomHex } from './random-hex.ts';
import { readParameter } from '../request/read-parameter.ts';
import type { SentRequest, Values } from '../request/resolve-template.ts';
import type { RunContext } from './run-context.ts';
import type { Taken } from '../../replay/taken.ts';

/** One attempt at a journey: its requests, captures and observations so far. */
export type Attempt = {
  run: RunContext;
  plan: Plan;
  nonce: string;
  traceId: string;
  captures: Map<string, Json>;
  /** Requests that succeeded: ids of steps, and ids of items created for them. */
  succeeded: Set<string>;
  sent: Map<string, SentRequest>;
  /** Optional body members that were refused and then left out, by step. */
  leftOut: Map<string, string[]>;
  /** The things that creates gave to this attempt, by the capture of their ids. */
  held: Map<string, string>;
  /** Teardown of items that no plan step creates: parents and references made after a refusal. */
  madeBeside: TeardownStep[];
  /** URLs that a DELETE of this attempt was answered 2xx at. */
  removed: Set<string>;
  /** Steps that were only accepted (202): what they do may take a while. */
  accepted: Set<string>;
  /** Bodies of 2xx answers by step: JSON, or a text. */
  bodies: Map<string, Json>;
  /** Items that a list was seen to contain, by step. */
  items: Map<string, Json>;
  /** The outcome of each step, for replay. Present only if the run records its steps. */
  taken: Map<string, Taken>;
  /** The Retry-After of the newest 2xx response, in ms. */
  retryAfterMs: number;
  /** Whether reads bypass caches: always in a confirming attempt, otherwise after a failed step. */
  pastCaches: boolean;
  /** It confirms an earlier attempt, or stands in its place. */
  isAgain: boolean;
  /** Called before the long wait of an attempt that confirms: until that is over it only reads. */
  onlyWaits: (() => void) | undefined;
  /** True if a response came from a cache all the same. */
  fromCache: boolean;
  /** A request failed, or a list came right, beside other journeys of the run: alone, that may not happen. */
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
  const captures = new Map<string, Json>();
  const sent = new Map<string, SentRequest>();
  const borrowed = borrowedIn(plan);
  return {
    run,
    plan,
    nonce,
    traceId: randomHex(run.random, 32),
    captures,
    succeeded: new Set(),
    sent,
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
    valuesFor: (persona) => ({
      nonce,
      captures,
      sent,
      borrowed,
      input: (name) => readParameter(plan, name, persona, run.env),
    }),
  };
}
