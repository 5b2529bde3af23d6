/**
 * The plan format (JEP, journey execution plan), which the planner writes and the runner executes. It is
 * language-neutral JSON. Values are literals, references or unique values; places are JSON Pointers (RFC 6901). Planner
 * and verifier §3.
 */

import type { FormPart } from './form-part.ts';
import type { PlanKind } from './journey-kinds.ts';
import type { UniqueValue } from './unique-value.ts';

/** Version of this format and of the planner's rules. Stands in each result document (specification §9). */
export const JEP_VERSION = '1';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** The JSON Schema 2020-12 subset to which the planner normalises. A `$ref` leads only to `#/$defs/<name>`. */
export type JsonSchema = boolean | { [key: string]: Json };
export type HttpMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Persona auth types (specification §5). */
export type AuthType = 'BEARER' | 'BASIC' | 'HEADER' | 'HTTP_ENDPOINT' | 'JS' | 'NONE';

/** A persona as the runner needs it. Its credentials come from the variable `envVar` at run time. */
export type PersonaBinding = {
  name: string;
  description: string;
  authType: AuthType;
  /** Environment variable with the credentials as JSON. Default `AUTH_<NAME_UPPER_SNAKE>`. */
  envVar: string;
  /** JavaScript source; for auth type JS only. */
  script?: string;
  /** Variables that the script may read besides its own: names, or `AUTH_*`, `API_*`, `DEZYCRO_*`. */
  scriptVariables?: string[];
  /** Hosts that the script may call besides the target: `host` or `host:port`. */
  scriptHosts?: string[];
  /**
   * For HTTP_ENDPOINT by `--login`: the credentials with "{username}" and "{password}" in place of what NAME:PASSWORD
   * in the variable says.
   */
  signIn?: { [key: string]: Json };
};

/** The content of one verifier: stamped into the runner as data and hashed. */
export type PlanBundle = {
  jepVersion: string;
  /** `sha256:<hex>` of the canonical spec. */
  specHash: string;
  /** The workbook's version; "0" offline. */
  flowVersion: string;
  /** `info.title` of the spec. */
  title: string;
  /** Path of `basePath` or of the first `servers` entry; "" without one. Used if the base URL has no path. */
  basePath: string;
  personas: PersonaBinding[];
  plans: Plan[];
  /** Response schemas by name, shared by the plans. */
  $defs: Record<string, JsonSchema>;
  /** Number of journeys that call an operation with security and have no persona for it. Absent: none. */
  unidentified?: number;
};

/** One executable journey. */
export type Plan = {
  /** `sha256:<hex>` of the canonical plan, without `planId` and `proof`. */
  planId: string;
  /**
   * UUIDv5 of kind, subject, persona names and variant; for a workflow, of its id; for a journey of the workbook, the
   * id it has there. The same in each build and for any order of the document.
   */
  journeyId: string;
  name: string;
  kind: PlanKind;
  /** OBSERVED journeys are reported, but their failures never change the exit code, run status or lifecycle. */
  enforcement: 'ENFORCED' | 'OBSERVED';
  /** "METHOD /template" of the operation under test. */
  subject: string;
  /**
   * Operations of all steps, without teardown and probes: operationId, or "METHOD /template" if the spec gives none.
   */
  operations: string[];
  personas: string[];
  /** Values from outside by name. If a variable is not set, the journey is skipped (specification §4). */
  inputs: Record<string, PlanInput>;
  /** The sentences of the feature's documents that demand this journey, each with the id of its validation case. */
  requirements?: { id: string; sentence: string }[];
  /** For a journey of the workbook: the operations of its steps and its persona, as they were when it was planned. */
  workbook?: { operations: string[]; persona: string | null };
  /** Journeys with the same key should not run at the same time, because they change the same thing. */
  exclusive?: string;
  steps: Step[];
  /** Run in reverse order, each only if its `forStep` succeeded. Never changes the outcome. */
  teardown: TeardownStep[];
  /** Names of the mutants that this plan kills (planner and verifier §4.5). */
  proof: string[];
};

/** A value from the environment variable `env`. For a persona's requests, `<env>__<PERSONA>` wins over `<env>`. */
export type PlanInput = { env: string; onMissing: 'skip' };

/** A request value in exactly one of these forms. A literal may be a whole subtree. */
export type Template =
  | { literal: Json }
  | { unique: UniqueValue }
  /** A captured value. `unlessNull`: the member is left out if null was captured. */
  | { capture: string; unlessNull?: true }
  /** A value that a step sent. `pointer` leads into {path, query, header, body} of that step's request. */
  | { sent: string; pointer: string }
  | { input: string }
  | { object: Record<string, Template> }
  | { array: Template[] };

/** A reference to a value that the run captured or sent. Assertions compare with these (rule 4). */
export type ValueReference = { capture: string } | { sent: string; pointer: string };

export type RequestTemplate = {
  /** operationId, or "METHOD /template" if the spec gives none. */
  operationId: string;
  method: HttpMethod;
  /** Path template of the spec, with parameters in braces. */
  path: string;
  /** Path, query and header parameters by name. The planner joins arrays with a `style` into one template. */
  params: { path: Record<string, Template>; query: Record<string, Template>; header: Record<string, Template> };
  /**
   * Query parameters whose values are joined by commas (style form, explode false): `?ids=1,2`. Others repeat the name.
   */
  joined?: string[];
  /**
   * A text is sent unquoted unless the media type is JSON. `parts`: members of a multipart form that are files or have
   * a media type of their own.
   */
  body?: { contentType: string; value: Template; parts?: Record<string, FormPart> };
  /** What an operation called by name does (`POST /orders.get`). Its item is in the body or query. */
  rpc?: 'READ' | 'WRITE' | 'DELETE';
};

export type Step = RequestTemplate & {
  /** Unique within the plan. References use it. */
  id: string;
  /** The persona whose credentials are sent; null for none. */
  persona: string | null;
  /**
   * For `unauthenticated`: after a refusal the request is sent again with forged credentials in the form of this
   * persona's. It must be refused again.
   */
  madeUp?: string;
  /** The body signs in with a name and password that belong to nobody. */
  signsIn?: true;
  expect: Expectation;
  captures: Record<string, Capture>;
  assert: Assertion[];
  /** JSON Pointers of optional body members. After a refusal the request is sent again without some or all of them. */
  optional?: string[];
  /** The members of `optional` whose value the spec does not give. They are left out first if a refusal names none. */
  guessed?: string[];
  /**
   * By JSON Pointer: body members that are sent only after a refusal. Asserted only if the response shows them as sent.
   */
  further?: Record<string, Template>;
  /** By JSON Pointer: body members that are sent only if a refusal names them. Never asserted. */
  ifNamed?: Record<string, Template>;
  /**
   * By JSON Pointer in the body, the place in the response of a value that the server may change, such as a file name.
   * It is not asserted later unless this response shows it as sent.
   */
  echoed?: Record<string, string>;
  /** By JSON Pointer: other values for body members, sent after a 409 or a refusal of values that are taken. */
  renewed?: Record<string, Template>;
  /**
   * Lifecycle actions of the items that the step names, in order. After a 409 about a state they are done one by one.
   * After each the step is sent again, until it gets no 409.
   */
  course?: FurtherOn[];
  /** The item changes its state by itself. After a 409 about a state, the step is sent again for some seconds. */
  passes?: true;
  /**
   * JSON Pointers of body members that the spec allows without naming them. Asserted only if the step's response shows
   * them as text.
   */
  open?: string[];
  /**
   * For a response that the spec does not describe: the item, or the list of items, is looked for in it. What it does
   * not show is not asserted. `id`: name of the id in the plan's pointers. `ids`: its possible names in the response.
   * `isNumber`: it is a number.
   */
  assumed?: AssumedAnswer;
  /** Id of the earlier step whose effect this step checks: of the create, update or DELETE before this read. */
  effectOf?: string;
  /**
   * No request of the run creates the item of this read, so it may be absent. With `effectOf`, the checked write may
   * have removed or replaced the item, which is no fault. A write with this mark may be refused. A refusal step with
   * this mark, other than `gone`, passes on any 4xx but 408, 425 and 429, in `call-unknown` also not on 401 and 405.
   * There a success passes too if nothing is asserted.
   */
  mayBeAbsent?: true;
  /** The action may remove the item (`POST …/revoke`), so that its absence also shows the effect. */
  mayBeGone?: true;
  /**
   * With `mayBeAbsent`: if there is no item, the response may look like that of a missing route, though undocumented.
   */
  saysNoneAnyway?: true;
  /** Reads that should show the same item, used as evidence. Only GET, HEAD or OPTIONS. */
  probes: Probe[];
  /** Repeats this read until its response shows that asynchronous work has ended. */
  until?: Until;
  /** How the list is paged, if the step reads one. */
  paging?: Paging;
  /**
   * What the response must show for the journey to go on. Otherwise the journey ends inconclusively. `is`: the value
   * before the run, which the run may change and restores. Once a read has shown it, the run itself may have changed
   * it. `isNot`: a value that the response must not show, such as the id of the first persona's account.
   */
  onlyWhere?: OnlyWhere;
};

export type OnlyWhere = { pointer: string } & ({ is: Json } | { isNot: ValueReference });

export type AssumedAnswer = { id: string; ids: string[]; isNumber?: true };

/**
 * A request that deletes the item of step `forStep`. `prepares`: only brings the item into a state in which the next
 * request can delete it; its response is ignored. `passes`: the state changes by itself, so a 409 is tried again.
 */
export type TeardownStep = RequestTemplate & {
  forStep: string;
  persona: string | null;
  prepares?: true;
  passes?: true;
};

/**
 * A lifecycle action. `persona`: who acts, if not the step's persona. `makes`: the item that the action creates: its
 * name for teardown, the JSON Pointer of its id, and the capture for the id.
 */
export type FurtherOn = RequestTemplate & {
  makes?: { step: string; capture: string; pointer: string };
  persona?: string;
};

/**
 * The response that the step must get. `success`: a documented success whose body fits its schema. The others are
 * refusals. `unauthenticated`, `forbidden` and `cross-persona` pass on 401, 403, 404 and 410; `not-found` and `gone` on
 * 404 and 410, `gone` also on a 403 that an unknown id gets too.
 */
export type Expectation = {
  outcome: 'success' | 'unauthenticated' | 'forbidden' | 'cross-persona' | 'not-found' | 'gone';
  /** Expected statuses: numbers, or "2XX". For a refusal, the documented one: only reported if another status comes. */
  status: (number | '2XX')[];
  /** Documented responses by status ("200", "2XX", "default"). The body of a status without entry is not judged. */
  responses: Record<string, DocumentedResponse>;
};

/**
 * `schema`: name in the bundle's `$defs`. Empty `contentTypes`: no body is documented. `requiredHeaders`: in lower
 * case.
 */
export type DocumentedResponse = { contentTypes: string[]; schema?: string; requiredHeaders?: string[] };

/**
 * Polling ends when the value at `pointer` is one of `values` (the step goes on) or of `terminal` (it never will), or
 * when `budgetMs` is spent. Pauses start at `intervalMs` and double up to ten times that. Retry-After makes them
 * longer.
 */
export type Until = { pointer: string; values: Json[]; terminal: Json[]; intervalMs: number; budgetMs: number };

/**
 * What a step keeps of its response. `otherwise`: the value if the response has null or nothing there; without it, the
 * capture is missing. `ifShown`: optional; if absent, only teardown may need it. `mayBeNone`: if absent, there was
 * nothing to take, which is inconclusive. `found`: of an item that existed before the run. `below`: only a path below
 * that path parameter of the request. `lastSegment`: the last path segment of a Location. `strongTag`: an ETag that
 * should change with each update.
 */
export type Capture = { otherwise?: Json; ifShown?: true; mayBeNone?: true; found?: true } & (
  | { from: 'body'; pointer: string; below?: string }
  /** From the entry that the step's `listContains` found. Without a value there, the entry's key in a map. */
  | { from: 'entry'; pointer: string }
  /**
   * From the first entry of a list that the run does not fill. Without `pointer` or a value there, its key in a map.
   * `otherThan`: from the first entry with another value there, if there is one.
   */
  | { from: 'first'; list: string; pointer?: string; otherThan?: { pointer: string; value: ValueReference } }
  /** From a header. `orAt`: if the body has an id at this place and the status is not 202, that id comes first. */
  | { from: 'header'; name: string; take: 'all' | 'lastSegment' | 'strongTag'; orAt?: string }
);

/**
 * How two values are compared. `exact` is strict and typed. The others compare by the meaning of the format. `filled`:
 * the server may add members to objects and words to lists.
 */
export type Comparison = 'exact' | 'date-time' | 'number' | 'set' | 'filled';

/**
 * The members by which a list item is recognised; `exact` by default. `summary`: the list may leave the member out. If
 * several such members are absent, the list shows short entries.
 */
export type ItemMatch = { pointer: string; value: ValueReference; compare?: Comparison; summary?: true }[];

export type Assertion =
  /**
   * With `pointer` "" and a text: the whole body, up to line ends. Nothing is asserted if the body has further lines,
   * is JSON of another type, or is undocumented and never showed the text before.
   */
  | { op: 'equals'; pointer: string; value: ValueReference; compare: Comparison }
  /**
   * The value must differ from the one before; an absent one counts as null. Nothing is asserted if the value before is
   * in `settled`, or if neither response shows one. A value in `unchanged` counts as no change, because the item gets
   * it by itself. `where`: only if null was before and the response shows one of these values at another place.
   * `leadsTo`: the value that the API says will follow; only if it was not there before.
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
   * Members that the step does not change must not be lost. Only a single absent member counts, and only if the item's
   * read shows it as sent.
   */
  | { op: 'leavesNoneOut'; members: ItemMatch }
  /**
   * An item of the list at `list` ("" = the body; an array or a map) has each `match` value, or none has. An entry that
   * is a plain name (pointer "") may contain the value.
   */
  | { op: 'listContains' | 'listLacks'; list: string; match: ItemMatch }
  /**
   * A member that was not sent has its documented default. Nothing is asserted if it is absent or of another type. A
   * plan needs other assertions besides.
   */
  | { op: 'defaulted'; pointer: string; value: Json }
  /**
   * The Location of an earlier response leads to the item: the same id is shown there. Nothing is asserted without a
   * Location.
   */
  | { op: 'located'; pointer: string; value: ValueReference }
  /** No item shows another value of the member, as a filter demands. */
  | { op: 'listOnly'; list: string; pointer: string; value: ValueReference }
  /**
   * All pages together show each of these items once, and no page has more than `size` items. `total`: the number of
   * all items, not less than shown. `count`: the number of pages. `ends`: the mark of a next page, which must not be
   * false or null before a page with items. `told`: further metadata. `inOrder`: the items come in this order.
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
  /** Only in steps that must be refused: `expect.outcome` decides. The body is not compared. */
  | { op: 'status' }
  /** A criterion of a customer's workflow that has no other form here. It is never checked. */
  | { op: 'opaque'; condition: string };

/** A metadata member of a page: whether the page is the first or last, its number, or the number of its items. */
export type PageTold = { pointer: string; says: 'first' | 'last' | 'page' | 'shown' };

export type Paging =
  /** `isSaid`: the spec states which page is returned by default. */
  | { style: 'page'; param: string; first: number; isSaid?: true; size?: { param: string; value: number } }
  /** `first`: the offset of the first item, if not 0. `isUnsaid`: the spec does not state it, so it may be 1. */
  | { style: 'offset'; param: string; first?: 1; isUnsaid?: true; size?: { param: string; value: number } }
  | { style: 'cursor'; param: string; next: string; size?: { param: string; value: number } }
  /** By the id of the last item, at `id` of each entry, while the body shows true at `more`. */
  | { style: 'after'; param: string; id: string; more: string; size?: { param: string; value: number } }
  /** The next page's URL is in the Link header, or in the body at `next`. */
  | { style: 'link'; next?: string; size?: { param: string; value: number } };

/** A read that shows whether an item exists: its own read, or a list that should contain it. */
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
