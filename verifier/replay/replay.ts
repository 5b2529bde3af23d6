import type { MadeUpForm } from '../auth/make-up.ts';
import type {
  Assertion,
  AuthType,
  Capture,
  FormPart,
  HttpMethod,
  ItemMatch,
  Json,
  JsonSchema,
  Paging,
  UniqueValue,
  Until,
} from '../plan/plan.ts';

/**
 * All that repeats one failure from outside: the requests of the journey up to the one that failed, what takes away
 * what they made, and how the answer was wrong. Data only, and no secrets: values that prove an identity stand as the
 * names of variables.
 */
export type Replay = {
  baseUrl: string;
  personas: ReplayPersona[];
  /** In order; the last one is judged. */
  calls: ReplayCall[];
  /** In the order in which they are sent, each only where the call of its id was answered 2xx. */
  teardown: ReplayRequest[];
  finding: Finding;
};

export type ReplayPersona = { name: string; authType: AuthType; envVar: string };

export type ReplayRequest = {
  /** The step, or the one that this takes away after. */
  id: string;
  method: HttpMethod;
  /** Template, parameters in braces. */
  path: string;
  persona: string | null;
  accept?: string;
  contentType?: string;
  parts?: Record<string, FormPart>;
  values: PlacedValue[];
};

export type ReplayCall = ReplayRequest & {
  /** What the run was answered. */
  status: number;
  captures: Record<string, Capture>;
  madeUp?: MadeUpForm;
  until?: Until;
  /** The list that the call looks through, page by page. */
  list?: { pointer: string; paging?: Paging; match?: ItemMatch };
};

/** A value and its place in {path, query, header, body}; a place that is not named is not sent. */
export type PlacedValue = { at: string[]; value: ReplayValue };
export type ReplayValue =
  | { literal: Json }
  | { unique: UniqueValue }
  | { capture: string; unlessNull?: true }
  | { sent: string; pointer: string }
  /** The variable of the environment that carries it. */
  | { input: string };

/** How the answer of the last call was wrong; the fault is mended where it is so no more. */
export type Finding =
  /** Another status than one of `wanted`: numbers, or classes as in "2XX". */
  | { kind: 'status'; wanted: (number | string)[] }
  | { kind: 'body'; problem: 'EMPTY' | 'MALFORMED' | 'WRONG_MEDIA_TYPE'; contentTypes: string[] }
  | { kind: 'schema'; broken: BrokenSchema[]; headers: string[]; $defs: Record<string, JsonSchema> }
  /** Members or headers that later requests would have carried on are not shown. */
  | { kind: 'shown'; members: string[]; headers: string[] }
  /** What was deleted is shown as it was. */
  | { kind: 'gone' }
  | { kind: 'claims'; claims: Claim[] };

/** `at`: the place in the body, of list entries by "*". */
export type BrokenSchema = { at: string[]; schema: JsonSchema };

export type Claim = Exclude<Assertion, { op: 'status' | 'opaque' | 'leavesNoneOut' }> & {
  /** How a list's pages were wrong. */
  pages?: 'TOO_LONG' | 'REPEATED' | 'MISCOUNTED' | 'MISTOLD' | 'MISORDERED';
  /** The very same entry stood in the list more than once. */
  twice?: true;
};

/** Longer ones, as JSON, are left out of a result. */
export const MOST_REPLAY_BYTES = 32 * 1024;
