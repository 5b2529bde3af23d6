import { isSuccess } from '../plan/is-success.ts';
import { namesItem } from '../plan/names-item.ts';
import { earlierSteps } from '../plan/earlier-steps.ts';
import { isReading } from '../plan/is-reading.ts';
import type { Expectation, Plan, RequestTemplate, Step, Template } from '../plan/plan.ts';
import { relationFrom } from './relation-from.ts';
import { isGivenSeen, namesOutside } from './is-given-seen.ts';
import { isNamesake } from './is-namesake.ts';
import type { AssertionFacts, StepFacts } from './facts.ts';

/** The facts of one step together with its plan, as the conditions of the verdict table need them. Pure. */
export type Situation = {
  facts: StepFacts;
  step: Step;
  status: number;
  /** The step expects a refusal: each outcome but `success`. */
  negative: boolean;
  outcome: Expectation['outcome'];
  /** The status is a success: a 2xx, or 303 (see `isSuccess`). */
  succeeded: boolean;
  /** The plan expects the status. */
  expected: boolean;
  /** A positive step got 404 or 410. */
  gone: boolean;
  /** The request names an item: in the path or, for an operation called by name, in query or body. */
  hasPathParameters: boolean;
  /** The request names an item that an earlier step of this journey created. */
  ownItem: boolean;
  /**
   * The path's last parameter is an id that this step made up, or the id of another item under which a create puts the
   * new one (a membership). No item was there before.
   */
  choosesItem: boolean;
  /** The parent in the path was created under another prefix. See `isNamesake`. */
  isNamesake: boolean;
  /** A PUT or PATCH of an item that has a read and that this journey neither created nor read. It may not exist. */
  changesUnseen: boolean;
  /**
   * A sent value was generated, an example, an input, or of an item that the run only found; or members may be added.
   */
  inventedValue: boolean;
  /**
   * A body value was generated, an example, an input, or of a found item; or the body has no values. It may name an
   * item that does not exist, or lack one.
   */
  inventedBody: boolean;
  /** The body names an item that the run found and did not create. Not every caller may use it. */
  namesFound: boolean;
  /** The step creates an item, which teardown deletes. */
  makes: boolean;
  /** A sent value came from this API's responses about items that the run created. */
  carriedValue: boolean;
  /**
   * A query value of a read came from this API's responses. A list may need it in another form, or refuse it together
   * with another filter.
   */
  carriedFilter: boolean;
  /** The request names no item in path, query or headers: it has no path value, captured filter or other name. */
  namesNothing: boolean;
  /** The step must succeed, while another step of the journey expects that access to the same operation is refused. */
  isControl: boolean;
  /** A repeated read does not show the asserted values, and the journey has only read before. */
  movesByItself: boolean;
  /** The kind of another persona's refused write, after which the owner checks the item. Undefined for other steps. */
  ownersCheckAfter: 'CHANGE' | 'DELETE' | undefined;
  /** The item's own read has shown that the checked DELETE removed it. */
  isGoneAlready: boolean;
  /**
   * The step restores an item (`POST /tasks/{id}/restore`) that this journey has not deleted. Servers may look only
   * among deleted items.
   */
  bringsBack: boolean;
  /** An earlier step other than the checked write sent the same method to the same path. */
  seenBefore: boolean;
  /** A path value was given from outside, and no earlier step has succeeded with it. */
  namesOutside: boolean;
  /** All path values of a list were given from outside, and an earlier write below them succeeded. */
  isGivenSeen: boolean;
  /**
   * The path names a user that the run found, in a request that was not sent before. The service may hide that the user
   * exists.
   */
  mayBeHidden: boolean;
  /** The whole journey is one call for an unknown id (`call-unknown`). */
  isLoneCall: boolean;
  missing: MissingField[];
  assertions: AssertionFacts[];
};

export type MissingField = { pointer: string; from: 'body' | 'header'; shownElsewhere: boolean };

const REFUSALS = new Set<Expectation['outcome']>(['unauthenticated', 'forbidden', 'cross-persona']);

/** The members that depend only on the plan. */
type Fixed = Pick<
  Situation,
  | 'step'
  | 'outcome'
  | 'negative'
  | 'hasPathParameters'
  | 'ownItem'
  | 'choosesItem'
  | 'isNamesake'
  | 'changesUnseen'
  | 'inventedValue'
  | 'inventedBody'
  | 'namesFound'
  | 'makes'
  | 'carriedValue'
  | 'carriedFilter'
  | 'namesNothing'
  | 'isControl'
  | 'ownersCheckAfter'
  | 'isGoneAlready'
  | 'bringsBack'
  | 'seenBefore'
  | 'isGivenSeen'
  | 'namesOutside'
  | 'isLoneCall'
  | 'mayBeHidden'
> & { isReadAgain: boolean };

const known = new WeakMap<Plan['steps'], Map<Step, Fixed>>();

/**
 * The members that depend only on the plan. Cached, because a step is judged in each attempt and each mutant of its
 * proof.
 */
function fixedOf(plan: Plan, step: Step): Fixed {
  const ofPlan = known.get(plan.steps) ?? new Map<Step, Fixed>();
  known.set(plan.steps, ofPlan);
  const fixed = ofPlan.get(step) ?? findFixed(plan, step);
  ofPlan.set(step, fixed);
  return fixed;
}

/**
 * True if a value is not carried (`isCarried`), or if there are no values. Without values, a member that should name
 * another item may be missing.
 */
function isInvented(leaves: Leaf[], isCarried: (leaf: Leaf) => boolean): boolean {
  return leaves.length === 0 || leaves.some((leaf) => !isCarried(leaf));
}

function findFixed(plan: Plan, step: Step): Fixed {
  const { outcome } = step.expect;
  const earlier = earlierSteps(plan, step);
  const pathValues = valuesOfItem(step);
  const borrowed = borrowedIn(plan);
  const isBorrowed = (leaf: Leaf) => 'capture' in leaf && borrowed.has(leaf.capture);
  const isCarried = (leaf: Leaf) => 'capture' in leaf && !isBorrowed(leaf);
  const made = pathValues.filter((leaf) => isMadeByRun(leaf, earlier) && !isBorrowed(leaf));
  const sent = leavesOfRequest(step);
  const checked = step.effectOf === undefined ? undefined : plan.steps.find(({ id }) => id === step.effectOf);
  const shown = earlier.filter((one) => one.path === step.path && isReading(one));
  const carriedFilter =
    isReading(step) && step.rpc === undefined && Object.values(step.params.query).flatMap(leavesOf).some(isCarried);
  return {
    step,
    outcome,
    negative: outcome !== 'success',
    hasPathParameters: pathValues.length > 0,
    ownItem: made.length > 0,
    choosesItem:
      lastPathValue(step).some((leaf) => 'unique' in leaf && !isMadeByRun(leaf, earlier)) || makesAtPath(plan, step),
    isNamesake: isNamesake(plan, step),
    changesUnseen: isUnseen(step, earlier),
    inventedValue: step.further !== undefined || sent.some((leaf) => !isCarried(leaf)),
    inventedBody: step.body !== undefined && isInvented(leavesOf(step.body.value), isCarried),
    namesFound: step.body !== undefined && leavesOf(step.body.value).some(isBorrowed),
    makes: plan.teardown.some(({ forStep }) => forStep === step.id),
    carriedValue: sent.some(isCarried),
    carriedFilter,
    namesNothing: pathValues.length === 0 && !carriedFilter && !namesBesidePath(step),
    isControl:
      outcome === 'success' &&
      plan.steps.some((one) => one.operationId === step.operationId && REFUSALS.has(one.expect.outcome)),
    isReadAgain: isReading(step) && shown.length > 0 && earlier.every(isReading),
    ownersCheckAfter: refusedWrite(checked),
    isGoneAlready:
      checked !== undefined && earlier.some((one) => one.expect.outcome === 'gone' && one.effectOf === checked.id),
    bringsBack:
      /\b(restore|recover|undelete|untrash)\b[^/{}]*\/?$/i.test(step.path) &&
      earlier.every(({ method, rpc }) => method !== 'DELETE' && rpc !== 'DELETE'),
    isGivenSeen: isGivenSeen(step, earlier),
    namesOutside: namesOutside(step, earlier),
    isLoneCall: plan.kind === 'call-unknown',
    mayBeHidden:
      pathValues.some((leaf) => isMet(plan, step, leaf)) &&
      !earlier.some((one) => one.path === step.path && isReading(one) === isReading(step)),
    seenBefore: earlier.some((one) => one !== checked && one.path === step.path && one.method === step.method),
  };
}

/** Names of captures of items that the run found and did not create. Not every request may use them. */
export function borrowedIn({ steps }: Plan): Set<string> {
  const captures = steps.flatMap((step) => Object.entries(step.captures));
  return new Set(captures.flatMap(([name, { from, found }]) => (from === 'first' || found ? [name] : [])));
}

/**
 * True if the path names the user who created an item, as the response of that create showed. The user's own account is
 * not hidden.
 */
export function isAboutMaker(plan: Plan, step: Step): boolean {
  return valuesOfItem(step).some((leaf) => tellerOf(plan, leaf) && !isMet(plan, step, leaf));
}

function isMet(plan: Plan, { persona }: Step, leaf: Leaf): boolean {
  const teller = tellerOf(plan, leaf);
  return teller !== undefined && (isReading(teller) || teller.persona !== persona);
}

function tellerOf({ steps }: Plan, leaf: Leaf): Step | undefined {
  return 'capture' in leaf ? steps.find(({ captures }) => captures[leaf.capture]?.found === true) : undefined;
}

/** The members that depend only on the facts. */
export type Shown = Pick<
  Situation,
  'step' | 'facts' | 'status' | 'succeeded' | 'expected' | 'gone' | 'missing' | 'assertions'
>;

/** The members of the situation that depend only on the facts. */
export function shownBy(step: Step, facts: StepFacts): Shown {
  const status = facts.statusCode;
  const succeeded = isSuccess(status);
  const assertions = (facts.assertions ?? []).map((assertion) => ({ ...assertion, relation: relationFrom(assertion) }));
  return {
    step,
    facts,
    status,
    succeeded,
    expected: step.expect.status.some((one) => (one === '2XX' ? succeeded : one === status)),
    gone: step.expect.outcome === 'success' && (status === 404 || status === 410),
    missing: [
      ...(facts.missingCaptures ?? []),
      ...assertions
        .filter((one) => one.relation === 'ABSENT' && one.op === 'equals')
        .map(({ pointer, shownElsewhere }) => ({
          pointer,
          from: 'body' as const,
          shownElsewhere: shownElsewhere === true,
        })),
    ],
    assertions,
  };
}

/** The whole situation of a step, from plan and facts. */
export function situationOf(plan: Plan, step: Step, facts: StepFacts, shown = shownBy(step, facts)): Situation {
  const fixed = fixedOf(plan, step);
  const isOtherwise = shown.assertions.some(({ op, relation }) => op === 'equals' && relation !== 'EQUAL');
  return { ...fixed, ...shown, movesByItself: fixed.isReadAgain && isOtherwise };
}

/** The values that name the item: of the path or, for an operation called by name, of query and body. */
function valuesOfItem({ rpc, params, body }: Step): Leaf[] {
  if (rpc === undefined) return Object.values(params.path).flatMap(leavesOf);
  const sent = [...Object.values(params.query), ...(body ? [body.value] : [])].flatMap(leavesOf);
  return sent.filter((leaf) => 'capture' in leaf || 'sent' in leaf);
}

function refusedWrite(checked: Step | undefined): Situation['ownersCheckAfter'] {
  if (checked?.expect.outcome !== 'cross-persona' || isReading(checked)) return undefined;
  return checked.method === 'DELETE' || checked.rpc === 'DELETE' ? 'DELETE' : 'CHANGE';
}

export type Leaf = Exclude<Template, { object: Record<string, Template> } | { array: Template[] }>;

/** The single values of a template. */
export function leavesOf(template: Template): Leaf[] {
  if ('object' in template) return Object.values(template.object).flatMap(leavesOf);
  if ('array' in template) return template.array.flatMap(leavesOf);
  return [template];
}

/** The single values that a request sends. */
export function leavesOfRequest(request: RequestTemplate): Leaf[] {
  const { path, query, header } = request.params;
  const templates = [path, query, header].flatMap((values) => Object.values(values));
  return [...templates, ...(request.body ? [request.body.value] : [])].flatMap(leavesOf);
}

/**
 * True if a query or header value that was not captured may name an item: one that the plan does not fix, a fixed text
 * or, in an unpaged request, a fixed number.
 */
function namesBesidePath({ params, paging }: Step): boolean {
  const sent = [params.query, params.header].flatMap((values) => Object.values(values).flatMap(leavesOf));
  const kinds = paging === undefined ? ['string', 'number'] : ['string'];
  return sent.some((leaf) => !('capture' in leaf) && !('literal' in leaf && !kinds.includes(typeof leaf.literal)));
}

/** The values of the path's last parameter, which names the item. */
export function lastPathValue({ path, params }: Pick<RequestTemplate, 'path' | 'params'>): Leaf[] {
  const value = params.path[/\{([^{}]*)\}[^{}]*$/.exec(path)?.[1] ?? ''];
  return value ? leavesOf(value) : [];
}

/**
 * True for a create at a path that ends in the id of another item, such as a membership:
 * `PUT /teams/{id}/members/{userId}`.
 */
function makesAtPath({ teardown }: Plan, { id, path }: Step): boolean {
  return namesItem(path) && teardown.some(({ forStep }) => forStep === id);
}

/** True for a PUT or PATCH of an item with a read, if neither its path nor its collection was called before. */
function isUnseen({ method, path, probes }: Step, earlier: Step[]): boolean {
  const above = namesItem(path) ? path.slice(0, path.lastIndexOf('/{')) : path;
  const isShownThere = probes.some(({ kind, request }) => kind === 'item' && request.path === path);
  const isCalled = earlier.some((one) => one.path === path || one.path === above);
  return (method === 'PUT' || method === 'PATCH') && isShownThere && !isCalled;
}

function isMadeByRun(leaf: Leaf, earlier: Step[]): boolean {
  if ('capture' in leaf || 'sent' in leaf) return true;
  if (!('unique' in leaf)) return false;
  const wanted = JSON.stringify(leaf);
  return earlier.some((step) => leavesOfRequest(step).some((other) => JSON.stringify(other) === wanted));
}
