import { runPlanOnce } from '#verifier/engine/run/run-plan-once.ts';
import type { PersonaBinding, Plan } from '#verifier/plan/plan.ts';

import { readSpec } from '#planner/intake/read-spec.ts';
import type { Planning } from '#planner/journeys/model/planning.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { withRefusedCreates } from '#planner/personas/with-refused-creates.ts';
import { withTenantIsolation } from '#planner/personas/with-tenant-isolation.ts';
import { allMutants, type Mutant } from '#planner/proof/faults/mutant.ts';
import type { FaultId } from '#planner/journeys/model/fault-id.ts';
import { proofToken } from '#planner/proof/mock/proof-token.ts';
import { routesOf } from '#planner/proof/mock/route.ts';
import { SpecMock } from '#planner/proof/mock/spec-mock.ts';
import { readImportedLines } from '#planner/resources/creation/read-imported-lines.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { assumeAnswers } from '#planner/resources/responses/assume-answers.ts';
import type { Outcome } from '#planner/trace/claim.ts';
import type { Role } from '#planner/outcome/surface-operation.ts';
import type { TracedDocument } from './read-corpus.ts';

/** The faults that break a requirement, by its outcome; for a success, by the role of the operation. */
const BREAKS: Record<Exclude<Outcome, 'proves'> | Role, FaultId[]> = {
  create: ['write-not-stored', 'value-altered'],
  read: ['stale-read', 'value-altered', 'field-dropped'],
  list: ['not-in-list'],
  update: ['write-not-stored', 'value-altered'],
  delete: ['delete-no-op'],
  act: ['action-no-op'],
  filters: ['filter-ignored'],
  pages: ['page-size-ignored'],
  anonymous: ['authentication-ignored'],
  persona: ['other-user-allowed'],
  unknown: ['unknown-item-answered'],
  input: [],
};

/** A requirement that was broken on the server of its spec, and whether a journey that proves it failed. */
export type Broken = { document: string; sentence: string; mutant: string; isTold: boolean };

/** Breaks each proved requirement of a document in each way possible, and runs the journeys that prove it. */
export async function breakRequirements({
  name,
  spec,
  personas,
  planned,
  requirements,
}: TracedDocument): Promise<Broken[]> {
  const model = readImportedLines(assumeAnswers(await readSpec(spec)));
  const graph = buildResourceGraph(model);
  const roles = withRefusedCreates(withTenantIsolation(personaRoles(personas), model, graph), model, graph);
  const planning: Planning = { model, graph, roles, envProvidedParams: [] };
  const mutants = Map.groupBy(allMutants(planning), ({ operation }) => operation.id);
  const roleOf = new Map(planned.surface.map(({ id, role }) => [id, role]));
  const run = runner(planning, planned.bundle);
  const all: Broken[] = [];
  for (const { sentence, trace } of requirements)
    for (const { operation, outcome, proofs } of trace.bindings.filter((one) => one.proofs.length > 0)) {
      const breaking = BREAKS[outcome === 'proves' ? (roleOf.get(operation) ?? 'read') : outcome];
      const proving = new Set(proofs.map(({ journeyId }) => journeyId));
      for (const mutant of (mutants.get(operation) ?? []).filter(({ operator }) => breaking.includes(operator)))
        all.push({
          document: name,
          sentence,
          mutant: mutant.name,
          isTold: await isTold(run, planned.bundle.plans, proving, mutant),
        });
    }
  return all;
}

type Run = (plan: Plan, mutant: Mutant) => ReturnType<typeof runPlanOnce>;

async function isTold(
  run: Run,
  plans: readonly Plan[],
  proving: ReadonlySet<string>,
  mutant: Mutant,
): Promise<boolean> {
  for (const plan of plans.filter(({ journeyId }) => proving.has(journeyId)))
    if ((await run(plan, mutant)).verdict?.startsWith('FAIL_DECISIVE_')) return true;
  return false;
}

/** Returns a function that runs a plan on a new mock server, without state of the run before. */
function runner(planning: Planning, bundle: TracedDocument['planned']['bundle']): Run {
  const routes = routesOf(planning);
  const personas = bundle.personas.map((persona): PersonaBinding => ({ ...persona, authType: 'BEARER' }));
  const env = Object.fromEntries(
    personas.map((persona) => [persona.envVar, JSON.stringify({ token: proofToken(persona) })]),
  );
  return (plan, mutant) => {
    const { send, isAtRest } = new SpecMock(planning, routes, mutant);
    return runPlanOnce(plan, {
      bundle: { ...bundle, personas, plans: [plan] },
      send,
      nonce: 'trace001',
      env,
      tearsDown: false,
      isAtRest,
    });
  };
}
