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
  /** Uniform in [0, 1); for trace ids and probe paths only. */
  random: () => number;
  env: Record<string, string | undefined>;
  stepTimeoutMs: number;
  /** When the time for the whole run is over, on `clock`. */
  deadlineMs: number;
  pace: Pace;
  /** Aborted when the run is interrupted; teardown still runs. */
  stop?: AbortSignal;
  identify: (persona: PersonaBinding) => Promise<Identity>;
  checkSchema: CheckSchema;
  redactor: Redactor;
  /**
   * Off in a proof: nobody reads what its steps looked like, and its server answers no path with a success that it does
   * not serve.
   */
  traced: boolean;
  /** Whether the server's state is final, as the mock knows: then nothing is waited for. */
  isAtRest: () => boolean;
  /** Fingerprints of the responses to a missing route and to an unknown id, by template and persona. */
  fingerprints: Map<string, Promise<string | undefined>>;
  /** Path templates that were answered 2xx in this run. */
  servedTemplates: Set<string>;
  /** The same by "METHOD /template". */
  servedOperations: Set<string>;
  /** The most items that a list without documented paging has shown in this run, by URL: it is not cut at fewer. */
  longestLists: Map<string, number>;
  items: SharedItems;
  /** Places that a journey of this run found free to change, by persona, URL and place. */
  foundFree: Set<string>;
  /** Journeys that failed decisively twice: no other waits again for what one of them waited for in vain. */
  confirmed: Classified[];
  /** Items that a busy target did not delete: how to try again, and the reason if they stay. */
  unremoved: Map<Residue, () => Promise<Left | undefined>>;
  /** Server errors per create: an item may exist all the same, and nothing tells its id. */
  brokenCreates: Map<string, number>;
  waits: Waits;
  learned: Learned;
  /** Pauses that are left for a target that is busy when nothing else runs, in ms. */
  patienceMs: number[];
  /** The same for teardown requests. */
  teardownPatienceMs: number[];
};

/**
 * Items that the creates of running journeys returned. A get-or-create server returns one item to several journeys, and
 * each then sees the changes of the others. Ids without a visible item do not count: a server that stores nothing
 * returns its next id again.
 */
export type SharedItems = { holders: Map<string, Set<string>>; shared: Set<string>; there: Set<string> };

/** What all journeys of a run that wait for consistency share. `lateMs`: the longest wait that was of use. */
export type Waits = { lateMs: number };

/** An item that could not be deleted, with the reason, and the status if there was a response. */
export type Left = Pick<Residue, 'path' | 'reason'> & { status?: number; isUnsent?: true };

/**
 * Refusals of this run, by JSON Pointer or header: omitted members per operation, members that a refusal named and
 * headers per collection, and allowed values per collection and member.
 */
export type Learned = {
  members: Map<string, Set<string>>;
  headers: Map<string, Set<string>>;
  choices: Map<string, Map<string, string[]>>;
};
