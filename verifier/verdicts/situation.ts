import { isSuccess } from '../plan/is-success.ts';
import { namesItem } from '../plan/names-item.ts';
import { earlierSteps } from '../plan/earlier-steps.ts';
import { isReading } from '../plan/is-reading.ts';
import type { Expectation, Plan, RequestTemplate, Step, Template } from '../plan/plan.ts';
import { relationFrom } from './relation-from.ts';
import { isGivenSeen, namesOutside } from './is-given-seen.ts';
import { isNamesake } from './is-namesake.ts';
import type { AssertionFacts, StepFacts } from './facts.ts';

/** One step's facts beside its plan, with the questions that the verdict table asks. Pure. */
export type Situation = {
  facts: StepFacts;
  step: Step;
  status: number;
  /** The step asks for a refusal (every outcome but `success`). */
  negative: boolean;
  outcome: Expectation['outcome'];
  /** 2xx. */
  succeeded: boolean;
  /** The status is one that the plan expects. */
  expected: boolean;
  /** 404 or 410 to a positive step. */
  gone: boolean;
  /** The path template has parameters, so that "no such item" has an answer of its own. */
  hasPathParameters: boolean;
  /** The path names an item that an earlier step of this journey made. */
  ownItem: boolean;
  /** The path's last parameter is an id that this very step chose, or what it makes is known by the id of another thing: nothing was there before. */
  choosesItem: boolean;
  /** What its path names was made under another prefix. */
  isNamesake: boolean;
  /** A write to what has a read of its own, and which nothing in this journey made or has shown: it need not be there. */
  changesUnseen: boolean;
  /** Some value sent was generated, an example, an input, or of a thing that the run only found. */
  inventedValue: boolean;
  /** The same for the body: it may name a thing that is not there. */
  inventedBody: boolean;
  /** The body names an entry of a list that the run only found: not every one of them can be named by everybody. */
  namesFound: boolean;
  /** What it makes is taken away again. */
  makes: boolean;
  /** Some value sent was carried from this API's own answers to what the run made. */
  carriedValue: boolean;
  /** A read is asked for what such a value names: a list may take it in another form, or not beside another. */
  carriedFilter: boolean;
  /** Neither the path, nor a filter, nor what the run made up for the query or a header can name something that is not there. */
  namesNothing: boolean;
  /** The caller who may does first what another is refused next. */
  isControl: boolean;
  /** Something was shown otherwise before, and nothing was written meanwhile. */
  movesByItself: boolean;
  /** The owner looks after a refused write of another identity; what kind of write it was. */
  ownersCheckAfter: 'CHANGE' | 'DELETE' | undefined;
  /** The item's own read said before that it is gone. */
  isGoneAlready: boolean;
  /** It is to bring back (restore, undelete) an item that nothing in this journey deleted: servers look for it among the deleted ones alone. */
  bringsBack: boolean;
  /** The same read showed the item as it should be before that write. */
  seenBefore: boolean;
  /** Something that its path names was given from outside, and this journey has not been answered below it. */
  namesOutside: boolean;
  /** All that its path names was given from outside, and this journey has been answered below it. */
  isGivenSeen: boolean;
  /** About somebody whom the run met, in a way in which it was not before: a service may hide that it may not be. */
  mayBeHidden: boolean;
  /** The whole journey is a call at an id that nobody has. */
  isLoneCall: boolean;
  missing: MissingField[];
  assertions: AssertionFacts[];
};

export type MissingField = { pointer: string; from: 'body' | 'header'; shownElsewhere: boolean };

const REFUSALS = new Set<Expectation['outcome']>(['unauthenticated', 'forbidden', 'cross-persona']);

/** What only the plan decides. */
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

/** A step is judged again and again: in observing, in confirming, and in every mutant of its proof. */
function fixedOf(plan: Plan, step: Step): Fixed {
  const ofPlan = known.get(plan.steps) ?? new Map<Step, Fixed>();
  known.set(plan.steps, ofPlan);
  const fixed = ofPlan.get(step) ?? findFixed(plan, step);
  ofPlan.set(step, fixed);
  return fixed;
}

/** A body of nothing is made up, too: the server may miss a member there that names another thing. */
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

/** Captures of what the run found and did not make: it may be none that every request can use. */
export function borrowedIn({ steps }: Plan): Set<string> {
  const captures = steps.flatMap((step) => Object.entries(step.captures));
  return new Set(captures.flatMap(([name, { from, found }]) => (from === 'first' || found ? [name] : [])));
}

/** About who made something just now, as the answer to that calls them: nobody hides them from themselves. */
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

/** A list of things that the run does not make is empty, or nothing waits where something is taken: there is none that it could name. */
export function foundNothing({ facts, step }: Situation): boolean {
  return (facts.missingCaptures ?? []).some(
    ({ name }) => step.captures[name]?.from === 'first' || step.captures[name]?.mayBeNone,
  );
}

/**
 * The same in the words of the spec for what is not there, where it knows no empty answer, or the request names the place, which may not be known: beside
 * the items, a missing route may say the same.
 */
export function saysNothingWaits({ gone, status, hasPathParameters, step: { captures, expect } }: Situation): boolean {
  const { responses } = expect;
  const mayBeUnknown = !responses['204'] || !hasPathParameters;
  return gone && mayBeUnknown && status in responses && Object.values(captures).some((one) => one.mayBeNone);
}

/** The document says nothing of the answer, and it did not tell the id, or is not what it was taken for. */
export function isUntold({ facts, step, missing }: Situation): boolean {
  if (step.assumed !== undefined) return missing.length > 0;
  const captures = (facts.missingCaptures ?? []).map(({ name }) => step.captures[name]);
  return captures.some((capture) => capture?.from === 'header' && capture.orAt !== undefined);
}

/** Refused, where only the state tells whether it may be done: every write (a cart is empty, a course is not open yet), and what may be absent. */
export function refusedByState({ status, step }: Situation): boolean {
  return (!isReading(step) || step.mayBeAbsent === true) && (status === 400 || status === 422);
}

/** What was not deleted cannot be brought back: a restore may look among the deleted ones alone. */
export function isNotGone({ gone, bringsBack, facts }: Situation): boolean {
  return gone && bringsBack && facts.sameAsNoRoute === false;
}

/** The id was given out and read before: the spec says that what is gone is not found, and nothing of a request that is refused. */
export function isGoneOtherwise({ outcome, status, step: { expect } }: Situation): boolean {
  const { responses } = expect;
  const isSaid = [String(status), '4XX', 'default'].some((code) => responses[code] !== undefined);
  const isNotFound = responses['404'] !== undefined || responses['410'] !== undefined;
  return outcome === 'gone' && (status === 400 || status === 422) && isNotFound && !isSaid;
}

/**
 * An id that nobody has, or that is none, may be refused before it is looked for; for want of time or room is another matter. A route that takes ids
 * of one kind alone leaves others to whatever answers in its place, be it a page for every path. Where nothing else is called, a refusal for want of
 * the method, or of an identity, is none of the id.
 */
export function isRefusedAnyhow({ step, status, facts, isLoneCall }: Situation): boolean {
  const isRefusal = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  const isOfCall = isLoneCall && (status === 401 || status === 405);
  return step.mayBeAbsent === true && (facts.sameAsNoRoute === true || (isRefusal && !isOfCall));
}

/** The create itself is served, and so is what its path names: what is not there is something that its body names, or lacks. */
export function refusedReference({ gone, facts, step, hasPathParameters, inventedBody, makes }: Situation): boolean {
  const isServed = facts.sameAsNoRoute === false && (!hasPathParameters || facts.sameAsNoItem === false);
  const isCreate = step.method === 'POST' || (step.method === 'PUT' && makes && !namesItem(step.path));
  return gone && isServed && isCreate && step.rpc === undefined && inventedBody;
}

/** 404, or a refusal where a read does not show it: what the path names, as it was given from outside, is not there, or not with this id. */
export function namesNothingOutside({ namesOutside, negative, gone, status, facts }: Situation): boolean {
  if (!namesOutside || negative) return false;
  const isRefused = status === 400 || status === 422;
  return gone || (isRefused && (facts.otherReads ?? []).some(({ shown }) => shown === false));
}

/** Nothing is claimed: what is not there is as good as deleted, some things are there by being named, and others may be made so. */
export function isDoneToNothing({ step, isLoneCall, succeeded }: Situation): boolean {
  return isLoneCall && succeeded && step.assert.length === 0;
}

/** What was not sent is answered as another value than the document takes it for. */
export function isDefaultedOtherwise({ assertions }: Situation): boolean {
  return assertions.some(({ op, relation }) => op === 'defaulted' && relation === 'DIFFERENT');
}

/** What was made can be read, and is not where the answer to its create said. */
export function isLocatedElsewhere({ assertions }: Situation): boolean {
  return assertions.some(({ op, relation }) => op === 'located' && relation !== 'EQUAL');
}

/** What the facts show by themselves. */
export type Shown = Pick<
  Situation,
  'step' | 'facts' | 'status' | 'succeeded' | 'expected' | 'gone' | 'missing' | 'assertions'
>;

/** Puts one step's facts beside the step. */
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

/** Puts what one step's facts show beside the plan. */
export function situationOf(plan: Plan, step: Step, facts: StepFacts, shown = shownBy(step, facts)): Situation {
  const fixed = fixedOf(plan, step);
  const isOtherwise = shown.assertions.some(({ op, relation }) => op === 'equals' && relation !== 'EQUAL');
  return { ...fixed, ...shown, movesByItself: fixed.isReadAgain && isOtherwise };
}

/** The values that name the item: those of the path, or where an operation is called by name, what its body and query carry. */
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

/** Every single value that a request sends. */
export function leavesOfRequest(request: RequestTemplate): Leaf[] {
  const { path, query, header } = request.params;
  const templates = [path, query, header].flatMap((values) => Object.values(values));
  return [...templates, ...(request.body ? [request.body.value] : [])].flatMap(leavesOf);
}

/** A token, a name or a number in the query or a header may be looked up as a path's id is, and found nowhere; the numbers of a page are not. */
function namesBesidePath({ params, paging }: Step): boolean {
  const sent = [params.query, params.header].flatMap((values) => Object.values(values).flatMap(leavesOf));
  const kinds = paging === undefined ? ['string', 'number'] : ['string'];
  return sent.some((leaf) => !('capture' in leaf) && !('literal' in leaf && !kinds.includes(typeof leaf.literal)));
}

/** What the path's last parameter is filled with: the thing that the request is about. */
export function lastPathValue({ path, params }: Pick<RequestTemplate, 'path' | 'params'>): Leaf[] {
  const value = params.path[/\{([^{}]*)\}[^{}]*$/.exec(path)?.[1] ?? ''];
  return value ? leavesOf(value) : [];
}

/** A membership, say: made at a path that ends with the id of something else. */
function makesAtPath({ teardown }: Plan, { id, path }: Step): boolean {
  return namesItem(path) && teardown.some(({ forStep }) => forStep === id);
}

/** Neither its path nor, where that ends with an id, the one above it was called. */
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

/** A PUT to a chosen id that is served and makes nothing: it only changes what is there. */
export function refusedUpsert({ gone, facts, step, choosesItem }: Situation): boolean {
  return gone && step.method === 'PUT' && choosesItem && facts.sameAsNoRoute === false;
}

/** A write that is served and says 404 of something else than its item, in words that neither another path nor an unknown item gets. */
export function refusedInWords({ gone, ownItem, facts, step }: Situation): boolean {
  const isOwnWord = facts.answeredByRoute === true && facts.sameAsNoRoute === false && facts.sameAsNoItem !== true;
  return gone && ownItem && isOwnWord && !isReading(step);
}

/** The text that a write of an item has in its query, or what it was sent of a list, may name something else, which is not there, or not now. */
export function refusedBeside({ gone, ownItem, step, namesFound }: Situation): boolean {
  const isMadeUp = (leaf: Leaf) => 'unique' in leaf || ('literal' in leaf && typeof leaf.literal === 'string');
  const isBeside = namesFound || Object.values(step.params.query).flatMap(leavesOf).some(isMadeUp);
  return gone && ownItem && !isReading(step) && isBeside;
}

/** Values that the run made up, and texts as a whole: what a server takes as such, it may see by what is in it. */
export function refusedValue({ status, step, inventedValue, carriedFilter }: Situation): boolean {
  const isText = step.body !== undefined && !/[/+]json|urlencoded/i.test(step.body.contentType);
  const isRefused = [400, 405, 413, 414, 422, 431].includes(status) || (status === 415 && isText);
  return isRefused && (inventedValue || carriedFilter);
}
