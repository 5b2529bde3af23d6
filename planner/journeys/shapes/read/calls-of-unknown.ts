import type { Plan, Template } from '#verifier/plan/plan.ts';
import { isReading } from '#verifier/plan/is-reading.ts';

import { isItemPath, nounSegment, paramsOf } from '../../../resources/model/path-template.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { isActionOnIt } from './calls-below.ts';
import type { Journey } from '../../model/journey.ts';
import { undoIfCreated } from '../../builder/create-item.ts';
import { mustNotFind } from './not-found.ts';
import { isGet, isHarmlessRead } from '../../model/is-plain-read.ts';
import type { Planning } from '../../model/planning.ts';
import { madeBy } from '../../requests/references/carried-fields.ts';
import { expectRefusal, documentsNotFound } from '../../model/documented-responses.ts';
import { placeholderPathValue } from '../../requests/placeholder-path-value.ts';
import type { Proposal, Sketch } from '../../model/sketch.ts';
import { reachesOut } from '../../model/reaches-out.ts';
import { defineShape } from '../../model/define-shape.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';
import { givenPathValues } from '../../requests/given-path-values.ts';

/** The most journeys that this shape proposes for one spec. */
const MOST = 300;
/** Numbers that fit into four bytes and that hardly any service uses as an id. */
const UNCOUNTED = { minimum: 2_100_000_000, maximum: 2_147_483_000 };
const NEW_TEXTS = new Set<string>(['text', 'alphanumeric', 'uuid']);
/** A number whose schema has this maximum or a greater one counts as unbounded. */
const UNBOUND = 2_000_000_000;

export const callsOfUnknown = defineShape({
  id: 'read/calls-of-unknown',
  kind: 'call-unknown',
  title: 'An operation that documents 404 refuses an unknown id',
  terms: ['404 (RFC 9110 §15.5.5)'],
  example: 'POST /tasks/4711/archive → 404',
  test: 'planner/journeys/shapes/read/calls-of-unknown',
  testTitle:
    'what documents a 404 is called once by an id that nobody has, save what leaves the service, takes away or makes something, or where the id may be somebody’s',
  propose,
});

/**
 * Proposes one call with an unknown id for each harmless operation that documents 404, 410 or 4XX, at most `MOST`. Left
 * out: operations that a kept journey calls before or as its first write, or that a `read-beside` journey of `others`
 * calls. Any 4xx but 401, 405, 408, 425 and 429 passes. A success passes too, unless it is a read of stored items.
 */
function propose(planning: Planning, kept: Plan[], others: Sketch[]): Proposal[] {
  const called = calledAtOnce(kept);
  for (const { kind, subject } of others) if (kind === 'read-beside') called.add(subject.key);
  return planning.model.operations
    .filter((operation) => !called.has(operation.key) && documentsNotFound(operation))
    .filter((operation) => isHarmless(planning, operation))
    .flatMap((operation) => sketchOf(planning, operation) ?? [])
    .slice(0, MOST);
}

/**
 * Returns the keys of operations that the plans call up to and including their first write. Only a failed read or a
 * missing input keeps a run from these steps.
 */
function calledAtOnce(plans: Plan[]): Set<string> {
  const first = plans.flatMap(({ steps }) => {
    const write = steps.findIndex((step) => !isReading(step));
    return write < 0 ? steps : steps.slice(0, write + 1);
  });
  return new Set(first.map(({ method, path }) => `${method} ${path}`));
}

/** True if the call should affect no user and create nothing, even on a server that creates items on first use. */
function isHarmless(planning: Planning, operation: Operation): boolean {
  const { graph } = planning;
  const { method, path, responses } = operation;
  if (graph.rpc.has(operation)) return false;
  if (isGet(method)) return isHarmlessRead(planning, operation);
  const isMadeHere = (method === 'PUT' || isItemPath(path)) && (graph.makers.has(operation) || responses['201']);
  if (isMadeHere) return false;
  // An update or delete of an unknown id affects no item, whatever its path is called.
  if (method !== 'POST' && isItemPath(path)) return true;
  const behind = isItemPath(path) ? [nounSegment(path)] : path.slice(path.lastIndexOf('}') + 1).split(/[/:]/);
  return isActionOnIt(operation) || !reachesOut(operation, behind);
}

/**
 * Returns the call with an unknown id. Undefined if no path value is made up, or if an item might have a made-up one.
 */
function sketchOf(planning: Planning, operation: Operation): Proposal | undefined {
  const unknown = paramsOf(operation.path).filter((name) => envProvidedParam(planning, name) === undefined);
  const madeUp = unknown.map((name) => [name, surelyUnknown(placeholderPathValue(planning, operation, name))] as const);
  if (madeUp.some(([, value]) => value === undefined) || madeUp.every(([, value]) => value && 'literal' in value))
    return undefined;
  return {
    name: `${operation.key} refuses an unknown id`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => build(journey, operation, Object.fromEntries(madeUp) as Record<string, Template>),
  };
}

function build(journey: Journey, operation: Operation, madeUp: Record<string, Template>): void {
  journey.makesNothing = true;
  const path = { ...madeUp, ...givenPathValues(journey, operation) };
  const body = operation.method === 'GET' ? undefined : journey.body(operation, 0);
  const step = journey.step({
    verb: 'call-unknown',
    noun: singular(nounSegment(operation.path)),
    operation,
    persona: journey.actor,
    path,
    body,
    expect: expectRefusal(operation, 'not-found', [404, 410]),
    mayBeAbsent: true,
    assert: mustNotFind(journey.planning, operation) ? [{ op: 'status' }] : [],
  });
  journey.attempt(() => undoIfMade(journey, operation, path, step));
}

/** Adds to teardown the deletion of an item that the server creates nevertheless. */
function undoIfMade(journey: Journey, operation: Operation, path: Record<string, Template>, forStep: string): void {
  const { graph, model } = journey.planning;
  const made = madeBy(graph, operation);
  if (made) undoIfCreated(journey, made, forStep);
  const removal = isItemPath(operation.path) ? model.byKey.get(`DELETE ${operation.path}`) : undefined;
  if (!removal || removal === operation || isReading(operation) || removal.body?.required) return;
  journey.teardown.push({ ...journey.request(removal, undefined, path, undefined), forStep, persona: journey.actor });
}

/**
 * Returns a value that hardly any item has by chance: a new text or UUID as it is, a very large number for an unbounded
 * integer. Enum values are returned as they are. Undefined for other values.
 */
function surelyUnknown(value: Template | undefined): Template | undefined {
  if (!value || !('unique' in value)) return value;
  const { charset, maximum = 0 } = value.unique;
  if (charset === 'integer') return maximum < UNBOUND ? undefined : { unique: { ...value.unique, ...UNCOUNTED } };
  return NEW_TEXTS.has(charset) ? value : undefined;
}
