import { JEP_VERSION, type Plan, type PlanBundle } from '#verifier/plan/plan.ts';

import { inputsOfWorkflows, planWorkflows } from './arazzo/plan-workflows.ts';
import type { Planning } from './journeys/model/planning.ts';
import type { WorkbookJourney } from './journeys/model/workbook-journey.ts';
import { planJourneys, planUncalled, planWorkbook } from './journeys/plan-journeys.ts';
import { RESOURCE_SHAPES } from './journeys/shapes/shapes.ts';
import { bundleDefinitions } from './journeys/model/documented-responses.ts';
import { withoutForeignPlaces } from './personas/namespace-limits.ts';
import { withRefusedCreates } from './personas/with-refused-creates.ts';
import { withTenantIsolation } from './personas/with-tenant-isolation.ts';
import { personaRoles } from './personas/persona-roles.ts';
import { explorationsOf } from './explore/explorations-of.ts';
import { createProver, provePlan } from './proof/prove-plan.ts';
import { readImportedLines } from './resources/creation/read-imported-lines.ts';
import { assumeAnswers } from './resources/responses/assume-answers.ts';
import { paramsFromOutside } from './resources/relations/params-from-outside.ts';
import { buildResourceGraph } from './resources/graph/build-resource-graph.ts';
import { checkPlan, createDuplicateCheck } from './rules/check-plan.ts';
import { type Drop, type DroppedPlan, isAboutTheSpec, droppedPlan } from './outcome/dropped-plan.ts';
import { createGapFinder } from './rules/create-gap-finder.ts';
import { nothingToCreate } from './rules/nothing-to-create.ts';
import { refusalsAlone } from './rules/refusals-alone.ts';
import { personaDrops } from './rules/persona-drops.ts';
import type { JsonObject } from './intake/json/json-object.ts';
import { readSpec } from './intake/read-spec.ts';
import type { Operation } from './intake/model/operation.ts';
import type { Persona } from './personas/persona.ts';
import type { OperationCoverage, PlannedFeature } from './outcome/planned-feature.ts';
import type { SpecModel } from './intake/operations/spec-model.ts';
import { requiredRefusals, type RequirementDocument } from './trace/required-refusals.ts';
import { surfaceOf } from './trace/surface-of.ts';

/** Input for planning a feature's journeys. */
export type FeatureInput = {
  /** OpenAPI 2.0, 3.0 or 3.1: JSON or YAML text, or the parsed document. */
  spec: string | object;
  personas: Persona[];
  /**
   * The feature's documents. A persona whose description states no capability is ambiguous, unless one of them names it
   * (specification §5, persona rule 3). A sentence such as "A viewer must not delete a project" may become a
   * journey.
   */
  requirements?: RequirementDocument[];
  /**
   * The workbook's journeys whose steps are all bound to operations. They are planned beside those of the shapes, and
   * each keeps the order of its steps. Ignored with `workflows`.
   */
  workbook?: WorkbookJourney[];
  /** Names of path parameters whose values are given as APITEST_PARAM_NAME (specification §4). */
  envProvidedParams?: string[];
  /** An imported Arazzo document. If it is given, its workflows are planned and no shape proposes a journey. */
  workflows?: JsonObject;
  /** The workbook's version. Default: "0", which `dezycro plan` uses offline. */
  flowVersion?: string;
  /** If true, the result also has explorations: journeys that send odd values. */
  explore?: boolean;
  /**
   * Called for each journey before it is checked and proved. If it returns true, that journey is dropped as
   * OUT_OF_TIME. Default: false.
   */
  isOutOfTime?: () => boolean;
};
const OUT_OF_TIME: Drop = {
  reason: 'OUT_OF_TIME',
  detail: 'The time for planning this spec was used up before this journey could be proved.',
  edit: 'Publish the part of the API that this feature uses.',
};

async function keepOrDrop(plan: Plan, drop: Drop | undefined, prove: () => ReturnType<typeof provePlan>) {
  if (drop) return { drop };
  const proved = await prove();
  return 'drop' in proved ? proved : { kept: { ...plan, proof: proved.proof } };
}

function operationsOf(plans: Plan[], { operations }: SpecModel): Operation[] {
  const called = new Set(plans.flatMap(({ steps }) => steps.map(({ method, path }) => `${method} ${path}`)));
  return operations.filter(({ key }) => called.has(key));
}

function personasIn(plans: Plan[]): Set<string | null> {
  return new Set(
    plans.flatMap(({ steps, teardown }) => [
      ...steps.flatMap(({ persona, probes }) => [persona, ...probes.map((probe) => probe.persona)]),
      ...teardown.map(({ persona }) => persona),
    ]),
  );
}

/** Returns the number of plans with a step that sends no credentials to a secured operation and expects a success. */
function unidentifiedIn(plans: Plan[], { byKey }: SpecModel): number {
  const isRefused = ({ persona, expect, method, path }: Plan['steps'][number]) =>
    persona === null && expect.outcome === 'success' && byKey.get(`${method} ${path}`)?.secured === true;
  return plans.filter(({ steps }) => steps.some(isRefused)).length;
}

function bundleOf(planning: Planning, plans: Plan[], flowVersion: string): PlanBundle {
  const { model, roles } = planning;
  const used = personasIn(plans);
  const unidentified = unidentifiedIn(plans, model);
  return {
    jepVersion: JEP_VERSION,
    specHash: model.specHash,
    flowVersion,
    title: model.title,
    basePath: model.basePath,
    personas: roles.bindings.filter(({ name }) => used.has(name)),
    plans,
    $defs: bundleDefinitions(model.schemas, operationsOf(plans, model)),
    ...(unidentified > 0 ? { unidentified } : {}),
  };
}

function coverageOf(plans: Plan[], dropped: DroppedPlan[], planning: Planning): OperationCoverage[] {
  const journeys = new Map<string, string[]>();
  for (const { journeyId, steps } of plans)
    for (const key of new Set(steps.map(({ method, path }) => `${method} ${path}`)))
      journeys.set(key, [...(journeys.get(key) ?? []), journeyId]);
  const told = new Set(dropped.filter(isAboutTheSpec).flatMap(({ operations }) => operations));
  const gapOf = createGapFinder(planning);
  return planning.model.operations.map((operation) => {
    const { id, key } = operation;
    const journeyIds = journeys.get(key) ?? [];
    const isTold = journeyIds.length > 0 || told.has(id);
    return { operation: id, key, journeyIds, ...(isTold ? {} : { gap: gapOf(operation) }) };
  });
}

function journeysOfShapes(planning: Planning, shapes: typeof RESOURCE_SHAPES): ReturnType<typeof planJourneys> {
  const { plans, dropped } = planJourneys(planning, shapes);
  return { plans, dropped: [...dropped, ...personaDrops(planning, [...plans, ...dropped])] };
}

/** Returns a warning for each condition of an imported workflow that the runner does not check. */
function uncheckedCriteria({ name, steps }: Plan): string[] {
  return steps.flatMap(({ id, assert }) =>
    assert.flatMap((assertion) =>
      assertion.op === 'opaque' ? [`${name}, step ${id}: "${assertion.condition}" is not checked.`] : [],
    ),
  );
}

/**
 * Plans a feature: reads the spec, finds its resources and builds journeys (planner and verifier §2 to §4). These are
 * the journeys that the shapes propose and those of the workbook, or else the workflows of `workflows`. Drops journeys
 * that break a rule of specification §4 or cannot be proved. Except for the workbook's, it also drops those that do the
 * same as an earlier one. The same input gives the same bytes, unless `isOutOfTime` returns true. Throws SpecError.
 */
export async function planFeature(input: FeatureInput, shapes = RESOURCE_SHAPES): Promise<PlannedFeature> {
  const { spec, personas, envProvidedParams = [], flowVersion = '0', isOutOfTime = () => false } = input;
  const model = readImportedLines(assumeAnswers(await readSpec(spec)));
  const graph = buildResourceGraph(model);
  const given = input.workflows ? [...envProvidedParams, ...inputsOfWorkflows(input.workflows)] : envProvidedParams;
  const surface = surfaceOf({ model, graph });
  const { requirements = [] } = input;
  const required = requiredRefusals(requirements, surface, personas);
  const texts = requirements.map(({ text }) => text);
  const stated = withoutForeignPlaces(personaRoles(personas, texts, required.refusals), model, graph, given);
  const roles = withRefusedCreates(withTenantIsolation(stated, model, graph), model, graph);
  const planning: Planning = { model, graph, roles, envProvidedParams: given };
  const { plans, dropped } = input.workflows
    ? planWorkflows(input.workflows, planning)
    : journeysOfShapes(planning, shapes);
  dropped.push(...required.dropped);
  const duplicateOf = createDuplicateCheck();
  const kept: Plan[] = [];
  const proverFor = createProver(planning);
  const keepThoseThatHold = async (all: Plan[]) => {
    const prover = proverFor(bundleOf(planning, all, flowVersion), kept.length);
    for (const plan of all) {
      const drop = isOutOfTime()
        ? OUT_OF_TIME
        : (checkPlan(plan, planning) ?? (plan.workbook ? undefined : duplicateOf(plan)));
      const result = await keepOrDrop(plan, drop, () => provePlan(prover, plan));
      if ('kept' in result) kept.push(result.kept);
      else dropped.push(droppedPlan(plan, result.drop, model.byKey.get(plan.subject)?.pointer));
    }
  };
  await keepThoseThatHold(plans);
  if (!input.workflows) {
    const uncalled = planUncalled(planning, kept);
    dropped.push(...uncalled.dropped);
    await keepThoseThatHold(uncalled.plans);
    const ofWorkbook = planWorkbook(planning, input.workbook ?? []);
    dropped.push(...ofWorkbook.dropped);
    await keepThoseThatHold(ofWorkbook.plans);
  }
  const alone = refusalsAlone(kept, model);
  const executable = alone.length > 0 ? [] : kept;
  dropped.push(...alone);
  if (executable.length === 0 && dropped.length === alone.length) dropped.push(nothingToCreate(model.operations));
  return {
    bundle: bundleOf(planning, executable, flowVersion),
    dropped,
    operations: coverageOf(executable, dropped, planning),
    surface,
    leftOut: model.leftOut,
    paramsFromOutside: paramsFromOutside(model, graph),
    ...(input.explore ? { explorations: explorationsOf(executable, model) } : {}),
    warnings: [...model.warnings, ...plans.flatMap(uncheckedCriteria)],
  };
}
