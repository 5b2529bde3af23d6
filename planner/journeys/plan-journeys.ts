import type { Json, Plan, PlanKind } from '#verifier/plan/plan.ts';

import { looseOperations } from '../resources/actions-of.ts';
import { madeOtherwise } from '../resources/resource-graph.ts';
import type { Resource } from '../resources/resource.ts';
import { CannotPlan, type Drop, DROP_RULES, type DroppedPlan } from '../rules/dropped-plan.ts';
import { hashOf } from '../spec/canonical-json.ts';
import { actionReadBack } from './action-read-back.ts';
import { actionReturnsChange } from './action-returns-change.ts';
import { asyncUntilDone } from './async-until-done.ts';
import { betweenPersonas, ownProfiles } from './between-personas.ts';
import { callsBelow } from './call-below.ts';
import { callsOfUnknown } from './call-unknown.ts';
import { claimOfSubject, refuseTaking } from './claim-before.ts';
import { childUnderParent, listedBelow } from './child-under-parent.ts';
import { createEcho } from './create-echo.ts';
import { createList } from './create-list.ts';
import { createRead } from './create-read.ts';
import { crossPersona } from './cross-persona.ts';
import { deleteGone } from './delete-gone.ts';
import { fileContents } from './file-content.ts';
import { forbidden, forbiddenCall } from './forbidden.ts';
import { proposed } from './in-parent.ts';
import { journeyIdOf } from './journey-id.ts';
import { Journey } from './journey.ts';
import { listFilter } from './list-filter.ts';
import { notFound } from './not-found.ts';
import { pagination } from './pagination.ts';
import { isDestructiveRead } from './plain-read.ts';
import type { Planning } from './planning.ts';
import { readsBeside } from './read-beside.ts';
import { readBelow, readBelowCall, readsBelow } from './read-below.ts';
import { readsOfUnknown } from './read-unknown.ts';
import { signIns, signInsRefused } from './sign-in.ts';
import type { Sketch } from './sketch.ts';
import { unauthenticated, unauthenticatedCall } from './unauthenticated.ts';
import { updateRead } from './update-read.ts';

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

/** The entry of the dropped list for a plan or sketch; `subjectPointer` is the place where the drop names none. */
export function droppedPlan(
  what: { name: string; kind: PlanKind; operations: string[]; personas: string[] },
  { reason, pointer, detail, edit }: Drop,
  subjectPointer?: string,
): DroppedPlan {
  const { name, kind, operations, personas } = what;
  const at = pointer ?? subjectPointer;
  const place = at === undefined ? {} : { pointer: at };
  return { name, kind, operations, personas, reason, rule: DROP_RULES[reason], ...place, detail, edit };
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
  const made = madeOtherwise(resource);
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
    ...graph.resources.flatMap((resource) => proposed(planning, resource, shapes)),
    ...graph.resources.flatMap((resource) => ofOtherCreate(planning, resource)),
    ...fileContents(planning),
    ...ownProfiles(planning),
    ...looseOperations(graph, model.operations).flatMap((operation) =>
      CALL_SHAPES.flatMap((shape) => shape(planning, operation)),
    ),
  ];
  return betweenPersonas(
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
    const journey = new Journey(planning, actor);
    journey.claim = claimOfSubject(planning, sketch.subject);
    try {
      sketch.build(journey);
      refuseTaking(journey);
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
