import type { Json, Plan, Step, Template } from '#verifier/plan/plan.ts';

import { nounSegment, paramsOf, parentPath, shapeOf } from '../../../resources/model/path-template.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { batchOfReads } from '../../requests/batch-of-reads.ts';
import { calledIn } from '../../model/called-in.ts';
import type { Journey } from '../../model/journey.ts';
import { isPlainQuestion } from './is-plain-question.ts';
import { isHarmlessRead } from '../../model/is-plain-read.ts';
import type { Planning } from '../../model/planning.ts';
import { isBelowFirst, readFirst, readStep } from './read-below.ts';
import { placeholderPathValue } from '../../requests/placeholder-path-value.ts';
import type { Proposal } from '../../model/sketch.ts';
import { lastWordOf, wordsOf } from '../../../vocabulary/words-of.ts';
import { isIdLike } from '../../../vocabulary/identifiers.ts';
import { KIND_FACTS } from '../../model/kind-facts.ts';
import { defineShape } from '../../model/define-shape.ts';
import { alwaysThere, notAlwaysThere, seenOnce } from '../../../vocabulary/segment-words.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';

/** The most journeys that this shape proposes for one spec. */
const MOST = 200;
export const readsBeside = defineShape({
  id: 'read/beside',
  kind: 'read-beside',
  title: 'A read that needs no item of the run answers as documented, before and after a create',
  terms: ['health check', 'enumeration', 'contract'],
  example: 'GET /me → 200 {"id":1}, POST /tasks → 201 {"id":7}, GET /tasks/7 → 200, GET /me → 200 {"id":1}',
  test: 'planner/journeys/shapes/read/reads-beside',
  testTitle:
    'reads that need nothing of the run are called beside a thing that is made and shown, save what a GET is called that does something',
  propose,
});

/**
 * Proposes reads that need no item of the run and that no kept journey calls, at most `MOST`: `GET /health`, `GET /me`.
 * Each is called before and after the steps of a short journey that creates an item. Status and schema are asserted.
 */
function propose(planning: Planning, kept: Plan[]): Proposal[] {
  const { graph, model } = planning;
  const called = calledIn(kept);
  const isOpen = (operation: Operation) =>
    !called.has(operation.key) &&
    (isHarmlessRead(planning, operation) || isPlainQuestion(planning, operation)) &&
    needsNothing(planning, operation);
  const batches = model.operations.flatMap((operation) => {
    const body = called.has(operation.key) ? undefined : batchOfReads(planning, operation);
    return body === undefined ? [] : [{ subject: operation, above: operation, read: batchStepOf(operation, body) }];
  });
  // A document in which no operation has 404 may omit it, so that 404 may pass.
  const saysNotFound = model.operations.some(({ responses }) => responses['404'] !== undefined);
  const shown = graph.resources.flatMap((resource) => {
    const { create, list, noun } = resource;
    if (create || !list || seenOnce.has(lastWordOf(noun)) || !needsNothing(planning, list.operation)) return [];
    return [undefined, ...model.operations.filter((one) => isBelowFirst(resource, one))].flatMap((below) => {
      const first = readFirst(planning, resource, below);
      const isFree = first && !called.has(first.subject.key) && isHarmlessRead(planning, first.subject);
      return first && isFree ? [{ ...first, above: list.operation }] : [];
    });
  });
  const plain = model.operations
    .filter(isOpen)
    .map((subject) => ({ subject, above: subject, read: readStepOf(subject, saysNotFound) }));
  const companions = companionsIn(kept);
  return [...plain, ...batches, ...shown].slice(0, MOST).flatMap(({ subject, above, read }) => {
    const beside = companionOf(companions, subject);
    return beside ? [sketch(subject, beside, (journey) => read(journey, journey.pathOf(above, undefined)))] : [];
  });
}

/**
 * Proposes a journey that calls a read once, before the steps of a short kept journey that creates an item.
 * Undefined if no kept journey does.
 */
export function besideShown(
  kept: Plan[],
  subject: Operation,
  read: (journey: Journey, path: Record<string, Template>) => void,
): Proposal | undefined {
  const beside = companionOf(companionsIn(kept), subject);
  return beside && sketch(subject, beside, (journey) => read(journey, {}), true);
}

function readStepOf(
  operation: Operation,
  saysNotFound: boolean,
): (journey: Journey, path: ReturnType<Journey['pathOf']>) => void {
  const own = nounSegment(operation.path);
  const isAlwaysThere = singular(own) !== own || wordsOf(own).some((word) => alwaysThere.has(word));
  // A response to HEAD has no body that could say "not found", so its 404 passes.
  const isTold = saysNotFound && operation.method !== 'HEAD';
  const mayBeNone = wordsOf(operation.path).some((word) => notAlwaysThere.has(word)) || !(isAlwaysThere || isTold);
  // The root is the API itself, so 404 fails.
  if (operation.path === '/') return (journey, path) => readStep(journey, operation, { path, mayBeAbsent: undefined });
  return (journey, path) => readStep(journey, operation, { path, ...(mayBeNone && { saysNoneAnyway: true as const }) });
}

function batchStepOf(operation: Operation, body: Json): ReturnType<typeof readStepOf> {
  return (journey) => {
    const built = journey.body(operation, 0);
    if (!built) return;
    const template: Template = { literal: body };
    readStep(journey, operation, { rpc: 'READ', body: { ...built, template, fields: [], optional: [], guessed: [] } });
  };
}

/** True if each path value is env-provided or in an enum. */
function needsNothing(planning: Planning, operation: Operation): boolean {
  return paramsOf(operation.path).every(
    (name) =>
      (envProvidedParam(planning, name) ?? placeholderPathValue(planning, operation, name, { closed: true })) !==
      undefined,
  );
}

/**
 * A kept journey that creates an item and reads it. Its weight grows with its steps, its writes and its
 * uncertain values.
 */
type Companion = { plan: Plan; weight: number };

/**
 * Returns the required body members with an id that no step returned or sent: a server without such an item refuses the
 * request.
 */
function guessedIds({ body, optional = [] }: Step): string[] {
  if (!body || !('object' in body.value)) return [];
  return Object.entries(body.value.object).flatMap(([name, value]) => {
    const isCarried = 'capture' in value || 'sent' in value;
    return isIdLike(name) && !isCarried && !optional.includes(pointerToken(name)) ? [name] : [];
  });
}

const weights = new WeakMap<Plan, number>();

function weightOf(plan: Plan): number {
  const known = weights.get(plan);
  if (known !== undefined) return known;
  const { steps, inputs, exclusive } = plan;
  const writes = steps.filter(({ method }) => method !== 'GET');
  const unsure = Object.keys(inputs).length + Number(exclusive !== undefined) + writes.flatMap(guessedIds).length;
  const weight = steps.length + 10 * writes.length + 100 * unsure;
  weights.set(plan, weight);
  return weight;
}

/** Returns the kept journeys that only create and read items, the lightest first. */
function companionsIn(kept: Plan[]): Companion[] {
  return kept
    .filter(({ kind }) => KIND_FACTS[kind].onlyShows)
    .map((plan) => ({ plan, weight: weightOf(plan) }))
    .toSorted((left, right) => left.weight - right.weight);
}

/**
 * Returns the lightest journey that creates what the read summarises (`POST /tasks` for `/tasks/summary`), or else the
 * lightest of all. Among equals, it is the one with the longest common path.
 */
function companionOf(companions: Companion[], subject: Operation): Plan | undefined {
  const above = shapeOf(parentPath(subject.path));
  const makesSuch = ({ plan }: Companion) =>
    plan.steps.some(({ method, path }) => method === 'POST' && shapeOf(path) === above);
  const own = subject.path.split('/');
  const common = ({ plan }: Companion) => {
    const others = plan.subject.slice(plan.subject.indexOf('/')).split('/');
    const parts = own.findIndex((segment, at) => segment !== others[at]);
    return parts < 0 ? own.length : parts;
  };
  const first = companions.find(makesSuch) ?? companions[0];
  if (!first) return undefined;
  const equals = companions.filter((one) => one.weight === first.weight && makesSuch(one) === makesSuch(first));
  return equals.toSorted((left, right) => common(right) - common(left))[0]?.plan;
}

function sketch(subject: Operation, beside: Plan, read: (journey: Journey) => void, once = false): Proposal {
  return {
    name: `${subject.key} answers as documented`,
    subject,
    personas: [],
    variant: '',
    build: (journey) => {
      const { steps, teardown, inputs } = journey;
      steps.push(...beside.steps);
      teardown.push(...beside.teardown);
      Object.assign(inputs, beside.inputs);
      journey.exclusive = beside.exclusive;
      read(journey);
      steps.unshift(...steps.splice(beside.steps.length));
      if (!once) read(journey);
    },
  };
}
