import type { FormPart } from '../plan/form-part.ts';
import type { MadeUpForm } from '../auth/make-up.ts';
import type {
  Assertion,
  Capture,
  HttpMethod,
  ItemMatch,
  Json,
  JsonSchema,
  Paging,
  PersonaBinding,
  Until,
} from '../plan/plan.ts';
import type { UniqueValue } from '../plan/unique-value.ts';

/**
 * All that is needed to repeat a failure: the journey's requests up to the failing one, their teardown, and how the
 * response was wrong. Plain data without secrets; credentials are named by their variables.
 */
export type Replay = {
  baseUrl: string;
  personas: ReplayPersona[];
  /** In order. The last one fails. */
  calls: ReplayCall[];
  /** In the order in which they are sent, each only if its call succeeded. */
  teardown: ReplayRequest[];
  finding: Finding;
};

export type ReplayPersona = Pick<PersonaBinding, 'name' | 'authType' | 'envVar' | 'signIn'>;

export type ReplayRequest = {
  /** Id of the step, or of the step whose item a teardown request deletes. */
  id: string;
  method: HttpMethod;
  /** Path template, with parameters in braces. */
  path: string;
  persona: string | null;
  accept?: string;
  contentType?: string;
  parts?: Record<string, FormPart>;
  values: PlacedValue[];
};

export type ReplayCall = ReplayRequest & {
  /** The status that the run got; always 200 for a lifecycle action. */
  status: number;
  captures: Record<string, Capture>;
  madeUp?: MadeUpForm;
  until?: Until;
  /** The list in which the call looks for an item, page by page. */
  list?: { pointer: string; paging?: Paging; match?: ItemMatch };
};

/** A value and its path in {path, query, header, body}. A value that has no entry is not sent. */
export type PlacedValue = { at: string[]; value: ReplayValue };
export type ReplayValue =
  | { literal: Json }
  | { unique: UniqueValue }
  | { capture: string; unlessNull?: true }
  | { sent: string; pointer: string }
  /** The name of the environment variable with the value. */
  | { input: string };

/** How the last response was wrong. The fault is fixed once this no longer holds. */
export type Finding =
  /** The status is none of `wanted`: numbers, or classes such as "2XX". */
  | { kind: 'status'; wanted: (number | string)[] }
  | { kind: 'body'; problem: 'EMPTY' | 'MALFORMED' | 'WRONG_MEDIA_TYPE'; contentTypes: string[] }
  | { kind: 'schema'; broken: BrokenSchema[]; headers: string[]; $defs: Record<string, JsonSchema> }
  /** Members or headers are missing that later requests would have used. */
  | { kind: 'shown'; members: string[]; headers: string[] }
  /** The deleted item is still shown. */
  | { kind: 'gone' }
  | { kind: 'claims'; claims: Claim[] };

/** `at`: the path in the body, with "*" for list entries. */
export type BrokenSchema = { at: string[]; schema: JsonSchema };

export type Claim = Exclude<Assertion, { op: 'status' | 'opaque' | 'leavesNoneOut' }> & {
  /** What is wrong with the pages of a list. */
  pages?: 'TOO_LONG' | 'REPEATED' | 'MISCOUNTED' | 'MISTOLD' | 'MISORDERED';
  /** The list shows the entry more than once. */
  twice?: true;
};

/** The most bytes of a replay as JSON. Longer ones are left out of the result. */
export const MOST_REPLAY_BYTES = 32 * 1024;
