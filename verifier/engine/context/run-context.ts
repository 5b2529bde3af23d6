import type { PersonaBinding, PlanBundle } from '../../plan/plan.ts';
import type { Residue } from '../../result/result.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Classified } from '../../verdicts/group-causes.ts';
import type { CheckSchema } from '../../schema/check-schema.ts';
import type { Send } from '../../transport/send.ts';
import type { Clock } from './clock.ts';
import type { Pace } from './pace.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** State that all journeys of one run share. */
export type RunContext = {
  bundle: PlanBundle;
  /** Path templates are appended to it; no trailing slash. */
  baseUrl: string;
  send: Send;
  clock: Clock;
  /**
   * Uniform in [0, 1). Used for trace ids, forged credentials, probe paths and made-up similar ids, never for values
   * that a plan names.
   */
  random: () => number;
  env: Record<string, string | undefined>;
  stepTimeoutMs: number;
  /** End of the run's time budget, in ms since the epoch by `clock`. */
  deadlineMs: number;
  pace: Pace;
  /** Aborted when the user interrupts the run or the base URL proves wrong. Teardown still runs. */
  stop?: AbortSignal;
  identify: (persona: PersonaBinding) => Promise<Identity>;
  checkSchema: CheckSchema;
  redactor: Redactor;
  /** False in a proof against the mock: records no traces, and skips probes that only a real server needs. */
  traced: boolean;
  /** True if the server's state no longer changes by itself. Only the mock knows; then no read is repeated. */
  isAtRest: () => boolean;
  /** Fingerprints of responses to a missing route and to an unknown id, by question, path template and persona. */
  fingerprints: Map<string, Promise<string | undefined>>;
  /** Path templates where a plan step succeeded in this run. */
  servedTemplates: Set<string>;
  /** Operations that succeeded as a plan step in this run, as `METHOD /template`. */
  servedOperations: Set<string>;
  /**
   * By URL: length of the longest list seen in this run without documented paging. A shorter list there was not cut
   * off.
   */
  longestLists: Map<string, number>;
  items: SharedItems;
  /**
   * Members that a read of this run showed with the value that a journey may change, by persona, URL and JSON Pointer.
   */
  foundFree: Set<string>;
  /** Journeys that failed decisively twice. Others with the same cause do not wait for a late value again. */
  confirmed: Classified[];
  /**
   * Items that were not deleted and may be deleted later. Each function tries again and returns why the item is left,
   * if it is.
   */
  unremoved: Map<Residue, () => Promise<Left | undefined>>;
  /** True once the target has answered a request of this run. Until then a refused connection is not tried again. */
  isHeard: boolean;
  /** By create ("POST /tasks"): number of 5xx responses. Each may have created an item whose id no response showed. */
  brokenCreates: Map<string, number>;
  waits: Waits;
  learned: Learned;
  /** Pauses in ms that are left for a busy target at the end of the run, when nothing else runs. */
  patienceMs: number[];
  /** As `patienceMs`, for teardown requests. */
  teardownPatienceMs: number[];
};

/**
 * Items returned by creates of running journeys. A get-or-create server returns one item to several creates, of one
 * journey or of several, and each then sees the changes of the others. `holders`: the creates that got an item;
 * `shared`: items that several creates got; `there`: items whose later request got no 4xx. Only shared items that are
 * `there` count, because a server that stores nothing may reuse ids.
 */
export type SharedItems = { holders: Map<string, Set<string>>; shared: Set<string>; there: Set<string> };

/** The waiting for eventual consistency, shared by all journeys. `lateMs`: the longest wait that helped. */
export type Waits = { lateMs: number };

/**
 * An item that could not be deleted: path, reason and, if there was a response, its status. `isUnsent`: the DELETE
 * could not be sent.
 */
export type Left = Pick<Residue, 'path' | 'reason'> & { status?: number; isUnsent?: true };

/**
 * What refusals of this run taught, applied to later writes. `members`: body members to omit, by operation or
 * collection. `headers`: headers to omit, by collection. `choices`: allowed values by JSON Pointer, by collection.
 */
export type Learned = {
  members: Map<string, Set<string>>;
  headers: Map<string, Set<string>>;
  choices: Map<string, Map<string, string[]>>;
};
