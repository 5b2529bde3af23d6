/**
 * The plan format (JEP, journey execution plan): what the planner writes and the runner executes.
 * Data only, language-neutral JSON: values are literals, references or unique values; places are JSON Pointers (RFC 6901).
 * Planner and verifier §3.
 */

import type { PlanKind } from './journey-kinds.ts';

/** Version of this format together with the planner's rules; stands in every result document (specification §9). */
export const JEP_VERSION = '1';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A JSON Schema 2020-12 subset as the planner normalises it; references only `#/$defs/<name>`. */
export type JsonSchema = boolean | { [key: string]: Json };
export type HttpMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Persona auth types (specification §5). */
export type AuthType = 'BEARER' | 'BASIC' | 'HEADER' | 'HTTP_ENDPOINT' | 'JS' | 'NONE';

/** An identity against the customer's API as the runner needs it; credentials come from `envVar` at run time. */
export type PersonaBinding = {
  name: string;
  description: string;
  authType: AuthType;
  /** Variable that carries the credentials' JSON; default `AUTH_<NAME_UPPER_SNAKE>`. */
  envVar: string;
  /** JavaScript source, authType JS only. */
  script?: string;
  /** Variables that the script sees besides its own: names, or `AUTH_*`, `API_*`, `DEZYCRO_*`. */
  scriptVariables?: string[];
  /** Hosts that the script may call besides the target: `host` or `host:port`. */
  scriptHosts?: string[];
};

/** Everything one verifier carries: stamped into the runner, hashed, never executed. */
export type PlanBundle = {
  jepVersion: string;
  /** `sha256:<hex>` of the canonical spec. */
  specHash: string;
  /** The workbook's version, "0" offline. */
  flowVersion: string;
  /** `info.title` of the spec, for people. */
  title: string;
  /** Path of `basePath` or of the first `servers` entry; "" where none. Used when the base URL is a bare origin. */
  basePath: string;
  personas: PersonaBinding[];
  plans: Plan[];
  /** Response schemas that plans refer to by name, shared. */
  $defs: Record<string, JsonSchema>;
  /** How many journeys call an operation that asks for an identity, and have no persona for it. Absent: none. */
  unidentified?: number;
};

/** One executable journey. */
export type Plan = {
  /** `sha256:<hex>` of the canonical plan without `planId` and `proof`. */
  planId: string;
  /** UUIDv5 of (kind, subject, persona names, variant); stable over rebuilds and document order. */
  journeyId: string;
  name: string;
  kind: PlanKind;
  /** OBSERVED journeys are reported but never change exit code, run status or lifecycle. */
  enforcement: 'ENFORCED' | 'OBSERVED';
  /** "METHOD /template" of the operation that this plan is about. */
  subject: string;
  /** Every operation that a step calls, teardown and probes excluded: operationId, or "METHOD /template" where the spec gives none. */
  operations: string[];
  personas: string[];
  /** Values from outside the spec: NAME → the variable that carries it; unset → the journey is skipped (specification §4). */
  inputs: Record<string, PlanInput>;
  /** Journeys with the same key never run at the same time (they share a value that admits no suffix). */
  exclusive?: string;
  steps: Step[];
  /** Run last to first, each only if its `forStep` got a success; never changes the outcome. */
  teardown: TeardownStep[];
  /** Names of the mutants that this plan kills (planner and verifier §4.5). */
  proof: string[];
};

/** `perPersona`: `<env>__<PERSONA>` wins over `<env>`. */
export type PlanInput = { env: string; onMissing: 'skip' };

/** A request value. Every template is exactly one of these shapes; a literal may be a whole subtree. */
export type Template =
  | { literal: Json }
  | { unique: UniqueValue }
  /** `unlessNull`: a member of an object that is left out where null was carried. */
  | { capture: string; unlessNull?: true }
  /** A value that an earlier step sent: pointer into {path, query, header, body} of that step's request. */
  | { sent: string; pointer: string }
  | { input: string }
  | { object: Record<string, Template> }
  | { array: Template[] };

/** A reference to a value that this run produced; the only thing an assertion may compare with (rule 4). */
export type ValueReference = { capture: string } | { sent: string; pointer: string };

/**
 * A value made anew for each run and journey: `prefix + stem + "-" + nonce + suffix`, cut to `maxLength` (the nonce always survives).
 * `charset`: `text` a-z0-9 and hyphen, `alphanumeric` a-z0-9, `digits` 0-9 (no hyphen), `uuid` a v4 uuid (stem ignored), `integer` a JSON integer
 * within `minimum`..`maximum`, `days` the date or instant of the stem that many days later, `places` one of `letters[n]` at each place n and nothing else.
 */
export type UniqueValue = {
  stem: string;
  maxLength: number;
  charset: 'text' | 'alphanumeric' | 'digits' | 'uuid' | 'integer' | 'days' | 'places';
  letters?: string[];
  prefix?: string;
  suffix?: string;
  minimum?: number;
  maximum?: number;
};

/** How a member of a multipart form is sent, or each entry of it where it is a list: as a file, its value a `SentFile`, or with a media type of its own. */
export type FormPart = { isFile: true } | { contentType: string };

/** A file as the value of a form's member; `@size` counts the bytes of what the content says. */
export type SentFile = {
  '@content': string;
  '@encoding'?: 'base64';
  '@fileName': string;
  '@contentType': string;
  '@size': number;
};

export type RequestTemplate = {
  /** operationId, or "METHOD /template" where the spec gives none. */
  operationId: string;
  method: HttpMethod;
  /** Path template as written in the spec; parameters in braces. */
  path: string;
  /** Path, query and header parameters by name; `style` arrays are joined by the planner into one template. */
  params: { path: Record<string, Template>; query: Record<string, Template>; header: Record<string, Template> };
  /** Query parameters whose several values go in one, parted by commas (style form, explode false): ?ids=1,2. Others are repeated. */
  joined?: string[];
  /** A text is sent as it is where the type is not JSON's. `parts`: members of a multipart form that are no plain texts, numbers, flags or objects. */
  body?: { contentType: string; value: Template; parts?: Record<string, FormPart> };
  /** An operation that is called by name (POST /orders.get) and names its item in the body or query: what it does. */
  rpc?: 'READ' | 'WRITE' | 'DELETE';
};

export type Step = RequestTemplate & {
  /** Unique within the plan; used by references. */
  id: string;
  /** Persona whose identity is sent; null = no identity. */
  persona: string | null;
  /** `unauthenticated` only: once refused, it goes again with credentials that nobody has, in the form of this persona's, and is refused these as well. */
  madeUp?: string;
  /** Its body signs in with a name and a password that belong to nobody. */
  signsIn?: true;
  expect: Expectation;
  captures: Record<string, Capture>;
  assert: Assertion[];
  /** JSON Pointers of members of the body that the spec lets a client leave out: where they are refused, the step goes once more without them. */
  optional?: string[];
  /** Those of `optional` whose value nothing in the spec gives: of a refusal that names none, they are left out before the others. */
  guessed?: string[];
  /** By JSON Pointer: values for members of the body that are not sent unless it is refused without them; claimed only where the answer shows them as sent. */
  further?: Record<string, Template>;
  /** By JSON Pointer: the same for members that go along only where the refusal names them; nothing is claimed of them. */
  ifNamed?: Record<string, Template>;
  /** By JSON Pointer into the body: where the answer says it again. What it says otherwise, or not at all, is not claimed from here on. */
  echoed?: Record<string, string>;
  /** By JSON Pointer: other values for members of the body, sent where the usual ones are refused because something has them already. */
  renewed?: Record<string, Template>;
  /**
   * Requests, in order, by which what the step names comes further on its course, or is joined: where the step is refused because of a state, it goes
   * again after each of them.
   */
  course?: FurtherOn[];
  /** What it is about goes through its states by itself: where the step is refused because of one, it goes again for a while. */
  passes?: true;
  /** JSON Pointers of members of the body that the spec does not name but allows: claimed only where the answer to the step shows them. */
  open?: string[];
  /**
   * The document says nothing of this answer. It is taken to show the thing, or the list of things, as it is sent, wherever in it that stands; what is
   * not found there is undecided. `id`: what the plan's pointers call its id; `ids`: what the answer may call it, `isNumber` where that is one.
   */
  assumed?: AssumedAnswer;
  /** The earlier step whose effect this step shows (a read checks its create, the read after a delete checks the delete). */
  effectOf?: string;
  /**
   * What this read shows no request of the run makes: it need not be there (yet). With `effectOf`: what that step made another one of its kind may
   * have replaced since, and that is no fault. A write so marked is made for its contract alone: it may be refused. Where `not-found` is expected, any
   * refusal will do (in a `call-unknown` all but one for want of an identity, and without an assertion any success, too).
   */
  mayBeAbsent?: true;
  /** The call whose effect this read looks for may take the thing away (POST …/revoke): that it is not there any more shows the effect. */
  mayBeGone?: true;
  /** With `mayBeAbsent`: that there is none, a service may say in the words of a missing route, though its document knows no such answer. */
  saysNoneAnyway?: true;
  /** Reads that show the same item, for evidence; only GET, HEAD or OPTIONS. */
  probes: Probe[];
  /** Poll this read until its answer says that asynchronous work has ended. */
  until?: Until;
  /** How the list is paged, where the step reads a list. */
  paging?: Paging;
  /**
   * What the answer must show for the journey to go on: else it ends here, undecided, and has changed nothing. `is`: so it was before the run, which
   * the run may change and puts back; what the run has found so once, it may have changed itself. `isNot`: this is somebody else.
   */
  onlyWhere?: OnlyWhere;
};

export type OnlyWhere = { pointer: string } & ({ is: Json } | { isNot: ValueReference });

export type AssumedAnswer = { id: string; ids: string[]; isNumber?: true };

/** `prepares`: it only brings the item to where it can be removed; whatever it is answered says nothing. `passes`: as in a step. */
export type TeardownStep = RequestTemplate & {
  forStep: string;
  persona: string | null;
  prepares?: true;
  passes?: true;
};

/**
 * `makes`: what it makes, by the name that a teardown is `forStep`, and where in the answer its id stands by JSON Pointer, kept as that capture.
 * `persona`: who does it, where that is another than who does the step.
 */
export type FurtherOn = RequestTemplate & {
  makes?: { step: string; capture: string; pointer: string };
  persona?: string;
};

/**
 * What the step must be answered with.
 * `success`: a documented 2xx, body valid against the schema of its status.
 * The others are negative: `unauthenticated`, `forbidden`, `cross-persona` pass on any denial (401, 403, 404, 410), `not-found` and `gone` on 404/410.
 */
export type Expectation = {
  outcome: 'success' | 'unauthenticated' | 'forbidden' | 'cross-persona' | 'not-found' | 'gone';
  /** Expected statuses: numbers, or "2XX". For negative outcomes the documented code, only reported when another denial comes. */
  status: (number | '2XX')[];
  /** Documented responses by status ("200", "2XX", "default"). No entry for a status: its body is not judged. */
  responses: Record<string, DocumentedResponse>;
};

/** `schema` names an entry of the bundle's `$defs`. No contentTypes = no body documented. `requiredHeaders`: lower case. */
export type DocumentedResponse = { contentTypes: string[]; schema?: string; requiredHeaders?: string[] };

/**
 * Polling ends where the pointer holds one of `values` (the step goes on) or of `terminal` (it never will), or when `budgetMs` is spent.
 * Pauses begin with `intervalMs`, double up to ten times that, and are longer where the API says so (Retry-After).
 */
export type Until = { pointer: string; values: Json[]; terminal: Json[]; intervalMs: number; budgetMs: number };

/**
 * `lastSegment`: the last path segment of a header's URL (Location). `strongTag`: an ETag that every change moves. `otherwise`: what is carried where the answer has null or nothing
 * there; without it such an answer does not meet the step's expectation. `ifShown`: of a member that the spec does not name; where the answer
 * does not show it either, nothing is carried, so that only teardown may ask for it. `mayBeNone`: where it shows nothing there, there was nothing to give
 * out, which decides nothing. `found`: of what was there before the run (a persona's own account), as the first entry of such a list is. `below`: only a
 * path below the one that the step's own request has under this name; another is not carried.
 */
export type Capture = { otherwise?: Json; ifShown?: true; mayBeNone?: true; found?: true } & (
  | { from: 'body'; pointer: string; below?: string }
  /** Of the entry that the step's `listContains` found; where the entry shows nothing there, its key in a map. */
  | { from: 'entry'; pointer: string }
  /**
   * Of the first entry of a list that the run made nothing of; without a pointer, or where the entry shows nothing there, its key in a map. `otherThan`:
   * of the first that shows another value there than this, where there is one.
   */
  | { from: 'first'; list: string; pointer?: string; otherThan?: { pointer: string; value: ValueReference } }
  /** `orAt`: the document says nothing of the answer; where its body shows a value at this place, that is carried. */
  | { from: 'header'; name: string; take: 'all' | 'lastSegment' | 'strongTag'; orAt?: string }
);

/**
 * How two values are compared. `exact` is strict and typed; the others compare by meaning, as the field's format says. `filled`: objects inside
 * the value may have members that were not sent, which the server fills in, and a list of words more words.
 */
export type Comparison = 'exact' | 'date-time' | 'number' | 'set' | 'filled';

/**
 * The values that tell one item of a list, by pointer within the item; compared `exact` where nothing else is said. `summary`: the item's own
 * read shows the field and the list need not: where several such fields are absent, the list is one that shows less.
 */
export type ItemMatch = { pointer: string; value: ValueReference; compare?: Comparison; summary?: true }[];

export type Assertion =
  /**
   * `pointer` "" of a text: the whole answer, be it JSON or not, save line ends. Nothing is claimed of one that has lines beside those of the text, that
   * is JSON of another type, or of which the spec documents nothing, unless it was the text before.
   */
  | { op: 'equals'; pointer: string; value: ValueReference; compare: Comparison }
  /**
   * What an answer leaves out counts as null. Nothing is claimed where the value before is one of `settled` already, or where neither
   * answer shows any. A value of `unchanged` is no difference either: the item comes there by itself. With `where`: nothing is claimed unless there
   * was null before, and the answer shows one of these values at another place. With `linksTo`, where what was done leads to as the API says itself:
   * nothing is claimed where that was so before.
   */
  | {
      op: 'differs';
      pointer: string;
      value: ValueReference;
      settled?: Json[];
      unchanged?: Json[];
      where?: { pointer: string; values: Json[] };
      leadsTo?: ValueReference;
    }
  /**
   * Members of the item that the step is not about. It may change them, and may answer less than the item: only the one that is left out where the
   * answer shows all the others, and the item's read shows it just as it was sent, is missing.
   */
  | { op: 'leavesNoneOut'; members: ItemMatch }
  /**
   * Some item of the list at `list` ("" = the body itself; an array, or a map of items) equals every `match` value. An entry that is a name itself
   * (pointer "") may also say its place: it holds the value.
   */
  | { op: 'listContains' | 'listLacks'; list: string; match: ItemMatch }
  /**
   * A member that the step did not send has the value that the document takes it for then. Nothing is claimed where the answer shows none, or one of
   * another type. Supports a plan, and never qualifies it.
   */
  | { op: 'defaulted'; pointer: string; value: Json }
  /** The address that an earlier answer gave for the thing leads to it: what is there shows the same id. Nothing is claimed where it gave none. */
  | { op: 'located'; pointer: string; value: ValueReference }
  /** Every item that shows the place has this value: what a filter leaves. */
  | { op: 'listOnly'; list: string; pointer: string; value: ValueReference }
  /**
   * The pages, walked to the end, hold each of these items once, and no page holds more than `size` items. `total`: where they say how many items
   * there are in all, which is not less than they show. `count`: the same of pages. `ends`: where each page says whether one comes after it, which
   * is not denied (false, null) before one that holds items. `told`: what each page says of itself. `inOrder`: the items come one after the other.
   */
  | {
      op: 'listPages';
      list: string;
      size?: ValueReference;
      each: ItemMatch[];
      total?: string;
      count?: string;
      ends?: string[];
      told?: PageTold[];
      inOrder?: true;
    }
  /** Negative plans only: the status is what `expect` says. */
  | { op: 'status' }
  /** A criterion of somebody else's workflow that is none of these: never checked, and never a claim. */
  | { op: 'opaque'; condition: string };

/** Where a page says that it is the first or the last one, the how many-th it is, or how many items it shows. */
export type PageTold = { pointer: string; says: 'first' | 'last' | 'page' | 'shown' };

export type Paging =
  /** `isSaid`: the spec says which page comes where none is asked for. */
  | { style: 'page'; param: string; first: number; isSaid?: true; size?: { param: string; value: number } }
  /** `first`: where items are counted from, if not from 0. `isUnsaid`: perhaps from 1. */
  | { style: 'offset'; param: string; first?: 1; isUnsaid?: true; size?: { param: string; value: number } }
  | { style: 'cursor'; param: string; next: string; size?: { param: string; value: number } }
  /** By the id of the last item that was shown, at `id` of each, as long as the body says at `more` that there is more. */
  | { style: 'after'; param: string; id: string; more: string; size?: { param: string; value: number } }
  /** The next page's URL in a Link header, or in the body at `next`. */
  | { style: 'link'; next?: string; size?: { param: string; value: number } };

/** A read that shows whether an item exists: of the item itself, or of a list that should hold it. */
export type Probe =
  | { kind: 'item'; request: RequestTemplate; persona: string | null }
  | {
      kind: 'list';
      request: RequestTemplate;
      persona: string | null;
      list: string;
      match: ItemMatch;
      paging?: Paging;
    };
