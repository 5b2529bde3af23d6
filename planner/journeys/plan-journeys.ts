import type { Json, Plan } from '#verifier/plan/plan.ts';

import { looseOperations } from '../resources/actions/actions-of.ts';
import { withOtherCreate } from '../resources/graph/build-resource-graph.ts';
import type { Resource } from '../resources/model/resource.ts';
import { CannotPlan, type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';
import { hashOf } from '../intake/json/canonical-json.ts';
import { leaseOfSubject, refuseTakingQueued } from './builder/acquire-lease.ts';
import { sketchesBy } from './model/define-shape.ts';
import { KIND_FACTS } from './model/kind-facts.ts';
import { servedFiles } from './shapes/file/file-contents.ts';
import { callsOfUnknown } from './shapes/read/calls-of-unknown.ts';
import { readsBeside } from './shapes/read/reads-beside.ts';
import { readsOfUnknown } from './shapes/read/reads-of-unknown.ts';
import { signInsRefused } from './shapes/access/sign-ins.ts';
import { followBetweenPersonas } from './shapes/access/follow-between-personas.ts';
import { proposeInParent } from './shapes/propose-in-parent.ts';
import { PERSONA_SHAPES, CALL_SHAPES, FILE_SHAPES, RESOURCE_SHAPES, UNCALLED_SHAPES } from './shapes/shapes.ts';
import { journeyIdOf } from './model/journey-id-of.ts';
import type { Journey } from './model/journey.ts';
import { JourneyBuilder } from './builder/journey-builder.ts';
import { isDestructiveRead } from './model/is-plain-read.ts';
import type { Planning } from './model/planning.ts';
import type { Sketch } from './model/sketch.ts';
import type { WorkbookJourney } from './model/workbook-journey.ts';
import { workbookSketches } from './workbook-sketches.ts';
import { noteSought } from './model/sought-faults.ts';

/** Returns the id of a plan: the hash of all its members but `planId` and `proof`. */
export function planIdOf(plan: Plan): string {
  const { planId: _planId, proof: _proof, ...content } = plan;
  return hashOf(content as unknown as Json);
}

function sourceOf({ operations, persona }: WorkbookJourney): NonNullable<Plan['workbook']> {
  return { operations, persona };
}

function assemble(sketch: Sketch, journey: Journey): Plan {
  const { steps, teardown, inputs, exclusive } = journey;
  const acting = steps.map(({ persona }) => persona).filter((persona) => persona !== null);
  const plan: Plan = {
    planId: '',
    journeyId:
      sketch.workbook?.id ?? journeyIdOf([sketch.kind, sketch.subject.key, ...sketch.personas, sketch.variant]),
    name: sketch.name,
    kind: sketch.kind,
    enforcement: sketch.workbook?.enforcement ?? 'ENFORCED',
    subject: sketch.subject.key,
    operations: [...new Set(steps.map(({ operationId }) => operationId))],
    personas: [...new Set(acting)],
    inputs,
    ...(sketch.requirements ? { requirements: sketch.requirements } : {}),
    ...(sketch.workbook ? { workbook: sourceOf(sketch.workbook) } : {}),
    ...(exclusive === undefined ? {} : { exclusive }),
    steps,
    teardown,
    proof: [],
  };
  return { ...plan, planId: planIdOf(plan) };
}

/**
 * Returns journeys that create the item by the resource's second create operation, such as `PUT /users/{id}` beside
 * `POST /users`. Only kinds with the fact `perCreate` are planned again. [] for an import.
 */
function ofOtherCreate(planning: Planning, resource: Resource): Sketch[] {
  const made = withOtherCreate(resource);
  const method = made?.create?.operation.method;
  if (!made || method === undefined || made.create?.mayMakeNone) return [];
  const ofCreate = RESOURCE_SHAPES.filter((shape) => 'kind' in shape && KIND_FACTS[shape.kind].perCreate === true);
  return ofCreate
    .flatMap((shape) => ('kind' in shape ? sketchesBy<[Resource]>(shape, planning, made) : []))
    .map((sketch) => ({
      ...sketch,
      name: `Made by ${method}: ${sketch.name.replace(/^[A-Z]/, (first) => first.toLowerCase())}`,
      variant: [sketch.variant, method].filter((part) => part !== '').join(' '),
    }));
}

function sketchesOf(planning: Planning, shapes: typeof RESOURCE_SHAPES): Sketch[] {
  const { graph, model } = planning;
  const sketches = [
    ...graph.resources.flatMap((resource) => proposeInParent(planning, resource, shapes)),
    ...graph.resources.flatMap((resource) => ofOtherCreate(planning, resource)),
    ...servedFiles(planning).flatMap((file) => FILE_SHAPES.flatMap((shape) => sketchesBy(shape, planning, file))),
    ...PERSONA_SHAPES.flatMap((shape) => sketchesBy(shape, planning)),
    ...looseOperations(graph, model.operations).flatMap((operation) =>
      CALL_SHAPES.flatMap((shape) => sketchesBy(shape, planning, operation)),
    ),
  ];
  return followBetweenPersonas(
    planning,
    sketches.filter(({ subject }) => !isDestructiveRead(subject)),
  );
}

type Planned = { plans: Plan[]; dropped: DroppedPlan[] };

/**
 * Returns a plan, or a drop with its reason, for each journey that the shapes propose. Journeys about a destructive
 * read are left out. Plans are neither checked nor proved yet.
 */
export function planJourneys(planning: Planning, shapes = RESOURCE_SHAPES): Planned {
  return buildAll(planning, sketchesOf(planning, shapes));
}

/**
 * Returns journeys for operations that no plan of `kept` calls successfully; most assert status and schema alone.
 * Beside them, sign-ins that must be refused, and calls with unknown ids.
 */
export function planUncalled(planning: Planning, kept: Plan[]): Planned {
  const beside = new Set(sketchesBy(readsBeside, planning, kept).map(({ subject }) => subject));
  const sketches = UNCALLED_SHAPES.flatMap((shape) => {
    const found = sketchesBy<[Plan[]]>(shape, planning, kept);
    // An operation that `readsBeside` reads with a listed id is not read with a made-up one.
    return shape === readsOfUnknown ? found.filter(({ subject }) => !beside.has(subject)) : found;
  });
  const all = [...sketches, ...sketchesBy(signInsRefused, planning)];
  return buildAll(planning, [...all, ...sketchesBy(callsOfUnknown, planning, kept, all)]);
}

/** Returns the journeys of the workbook as plans, in its order. Neither other journeys nor their ids depend on them. */
export function planWorkbook(planning: Planning, journeys: readonly WorkbookJourney[]): Planned {
  return buildAll(planning, workbookSketches(planning, journeys));
}

function buildAll(planning: Planning, sketches: Sketch[]): Planned {
  const plans: Plan[] = [];
  const dropped: DroppedPlan[] = [];
  const actor = planning.roles.actor?.name ?? null;
  for (const sketch of sketches) {
    const journey = new JourneyBuilder(planning, sketch.workbook?.persona ?? actor);
    journey.claim = leaseOfSubject(planning, sketch.subject);
    try {
      sketch.build(journey);
      refuseTakingQueued(journey);
      const plan = assemble(sketch, journey);
      noteSought(plan, sketch.finds);
      plans.push(plan);
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
