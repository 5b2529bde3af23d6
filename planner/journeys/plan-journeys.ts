import type { Json, Plan, PlanKind } from '#verifier/plan/plan.ts';

import { looseOperations } from '../resources/actions/actions-of.ts';
import { withOtherCreate } from '../resources/graph/build-resource-graph.ts';
import type { Resource } from '../resources/model/resource.ts';
import { CannotPlan, type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';
import { hashOf } from '../intake/json/canonical-json.ts';
import { actionReadBack } from './shapes/action/action-read-back.ts';
import { actionReturnsChange } from './shapes/action/action-returns-change.ts';
import { asyncUntilDone } from './shapes/action/async-until-done.ts';
import { followBetweenPersonas, ownProfiles } from './shapes/access/follow-between-personas.ts';
import { callsBelow } from './shapes/read/calls-below.ts';
import { callsOfUnknown } from './shapes/read/calls-of-unknown.ts';
import { leaseOfSubject, refuseTakingQueued } from './builder/acquire-lease.ts';
import { childUnderParent, listedBelow } from './shapes/create/child-under-parent.ts';
import { createEcho } from './shapes/create/create-echo.ts';
import { createList } from './shapes/create/create-list.ts';
import { createRead } from './shapes/create/create-read.ts';
import { crossPersona } from './shapes/access/cross-persona.ts';
import { deleteGone } from './shapes/delete/delete-gone.ts';
import { fileContents } from './shapes/file/file-contents.ts';
import { forbidden, forbiddenCall } from './shapes/access/forbidden.ts';
import { proposeInParent } from './shapes/propose-in-parent.ts';
import { journeyIdOf } from './model/journey-id-of.ts';
import type { Journey } from './model/journey.ts';
import { JourneyBuilder } from './builder/journey-builder.ts';
import { listFilter } from './shapes/list/list-filter.ts';
import { notFound } from './shapes/read/not-found.ts';
import { pagination } from './shapes/list/pagination.ts';
import { isDestructiveRead } from './model/is-plain-read.ts';
import type { Planning } from './model/planning.ts';
import { readsBeside } from './shapes/read/reads-beside.ts';
import { readBelow, readBelowCall, readsBelow } from './shapes/read/read-below.ts';
import { readsOfUnknown } from './shapes/read/reads-of-unknown.ts';
import { signIns, signInsRefused } from './shapes/access/sign-ins.ts';
import type { Sketch } from './model/sketch.ts';
import { unauthenticated, unauthenticatedCall } from './shapes/access/unauthenticated.ts';
import { updateRead } from './shapes/update/update-read.ts';

/** One shape: what it proposes for a resource. */
export type Shape = (planning: Planning, resource: Resource) => Sketch[];

/** Every plan shape, in the order in which plans stand in a bundle. */
export const SHAPES: Record<Exclude<PlanKind, 'read-beside' | 'call-below' | 'call-unknown' | 'workflow'>, Shape> = {
  'create-echo': createEcho,
  'create-read': createRead,
  'create-list': createList,
  'read-below': readBelow,
  'child-under-parent': childUnderParent,
  'list-filter': listFilter,
  pagination,
  'update-read': updateRead,
  'delete-gone': deleteGone,
  'action-returns-change': actionReturnsChange,
  'action-read-back': actionReadBack,
  'async-until-done': asyncUntilDone,
  'not-found': notFound,
  unauthenticated,
  forbidden,
  'cross-persona': crossPersona,
};

/** A plan's own hash: everything but `planId` and `proof`. */
export function planIdOf(plan: Plan): string {
  const { planId: _planId, proof: _proof, ...content } = plan;
  return hashOf(content as unknown as Json);
}

function assemble(sketch: Sketch, journey: Journey): Plan {
  const { steps, teardown, inputs, exclusive } = journey;
  const acting = steps.map(({ persona }) => persona).filter((persona) => persona !== null);
  const plan: Plan = {
    planId: '',
    journeyId: journeyIdOf([sketch.kind, sketch.subject.key, ...sketch.personas, sketch.variant]),
    name: sketch.name,
    kind: sketch.kind,
    enforcement: 'ENFORCED',
    subject: sketch.subject.key,
    operations: [...new Set(steps.map(({ operationId }) => operationId))],
    personas: [...new Set(acting)],
    inputs,
    ...(exclusive === undefined ? {} : { exclusive }),
    steps,
    teardown,
    proof: [],
  };
  return { ...plan, planId: planIdOf(plan) };
}

/** The shapes for operations that belong to no resource. */
const CALL_SHAPES = [readBelowCall, listedBelow, unauthenticatedCall, forbiddenCall];

/** The shapes that are about a create. */
const CREATE_SHAPES: Shape[] = [createEcho, createList, childUnderParent];

/** What is made in another way is made as well; what comes after is the same. */
function ofOtherCreate(planning: Planning, resource: Resource): Sketch[] {
  const made = withOtherCreate(resource);
  const method = made?.create?.operation.method;
  if (!made || method === undefined || made.create?.mayMakeNone) return [];
  return CREATE_SHAPES.flatMap((shape) => shape(planning, made)).map((sketch) => ({
    ...sketch,
    name: `Made by ${method}: ${sketch.name.replace(/^[A-Z]/, (first) => first.toLowerCase())}`,
    variant: [sketch.variant, method].filter((part) => part !== '').join(' '),
  }));
}

function sketchesOf(planning: Planning, shapes: typeof SHAPES): Sketch[] {
  const { graph, model } = planning;
  const sketches = [
    ...graph.resources.flatMap((resource) => proposeInParent(planning, resource, shapes)),
    ...graph.resources.flatMap((resource) => ofOtherCreate(planning, resource)),
    ...fileContents(planning),
    ...ownProfiles(planning),
    ...looseOperations(graph, model.operations).flatMap((operation) =>
      CALL_SHAPES.flatMap((shape) => shape(planning, operation)),
    ),
  ];
  return followBetweenPersonas(
    planning,
    sketches.filter(({ subject }) => !isDestructiveRead(subject)),
  );
}

type Planned = { plans: Plan[]; dropped: DroppedPlan[] };

/** All journeys that the shapes find in a spec, built or dropped with the reason; neither checked nor proved yet. */
export function planJourneys(planning: Planning, shapes = SHAPES): Planned {
  return buildAll(planning, sketchesOf(planning, shapes));
}

/** The journeys for what none of the kept ones calls for a success, or at once, and whose contract alone is judged. */
export function planUncalled(planning: Planning, kept: Plan[]): Planned {
  const beside = readsBeside(planning, kept);
  const sketches = [
    ...readsBelow(planning, kept),
    ...beside,
    // What a list shows tells more than what is made up.
    ...readsOfUnknown(planning, kept).filter(({ subject }) => beside.every((one) => one.subject !== subject)),
    ...callsBelow(planning, kept),
    ...signIns(planning, kept),
    ...signInsRefused(planning),
  ];
  return buildAll(planning, [...sketches, ...callsOfUnknown(planning, kept, sketches)]);
}

function buildAll(planning: Planning, sketches: Sketch[]): Planned {
  const plans: Plan[] = [];
  const dropped: DroppedPlan[] = [];
  const actor = planning.roles.actor?.name ?? null;
  for (const sketch of sketches) {
    const journey = new JourneyBuilder(planning, actor);
    journey.claim = leaseOfSubject(planning, sketch.subject);
    try {
      sketch.build(journey);
      refuseTakingQueued(journey);
      plans.push(assemble(sketch, journey));
    } catch (error) {
      if (!(error instanceof CannotPlan)) throw error;
      const { name, kind, personas } = sketch;
      dropped.push(
        droppedPlan({ name, kind, personas, operations: [sketch.subject.id] }, error.drop, sketch.subject.pointer),
      );
    }
  }
  return { plans, dropped };
}
