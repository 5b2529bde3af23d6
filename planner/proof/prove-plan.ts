import type { PersonaBinding, Plan, PlanBundle } from '#verifier/plan/plan.ts';

import type { Planning } from '../journeys/model/planning.ts';
import { actionsOf } from '../resources/actions/actions-of.ts';
import { fileReads } from '../resources/responses/file-reads.ts';
import type { Resource } from '../resources/model/resource.ts';
import type { Drop } from '../outcome/dropped-plan.ts';
import { isNumber } from '../intake/schema/flat-schema.ts';
import type { Operation } from '../intake/model/operation.ts';
import { allMutants, type Mutant } from './faults/mutant.ts';
import { routesOf } from './mock/route.ts';
import { proofToken } from './mock/proof-token.ts';
import { runOnMutant, runOnSound, type Surroundings } from './run-on-mutant.ts';
import { KIND_FACTS } from '../journeys/model/kind-facts.ts';
import { soughtFaults } from '../journeys/model/sought-faults.ts';
import { concernsKind, STATE_FAULTS } from './faults/faults.ts';

/**
 * With more journeys than this, each proof ends as soon as it holds. Otherwise the first journey of each kind and
 * operation is tried on all its mutants.
 */
const WHOLE_PROOFS = 200;

/** The input of all proofs of one bundle. Routes and mutants are made once for all bundles of the spec. */
export type Prover = Surroundings & {
  /** The mutants by operation ("METHOD /template"). */
  mutants: Map<string, Mutant[]>;
  /** All operations of the same resource, by operation. */
  kin: Map<string, Operation[]>;
  /** Names of the mutants that journeys of this spec have killed so far. Each proof that holds adds to it. */
  killed: Set<string>;
  /** True if each proof ends as soon as it holds. */
  isBrief: boolean;
};

/**
 * Returns the personas in the form that the mock takes: without script, and of type BEARER unless they are of type
 * NONE. `environmentOf` gives each a token by which the mock knows it.
 */
function bearerPersonas(personas: PersonaBinding[]): PersonaBinding[] {
  return personas.map(({ script: _script, ...persona }) => ({
    ...persona,
    authType: persona.authType === 'NONE' ? 'NONE' : 'BEARER',
  }));
}

/**
 * Returns a function that makes the prover for one bundle of the spec. `kept`: the number of plans kept from earlier
 * bundles.
 */
export function createProver(planning: Planning): (bundle: PlanBundle, kept?: number) => Prover {
  const kin = new Map<string, Operation[]>();
  for (const resource of planning.graph.resources) {
    const all = operationsOf(resource);
    for (const { key } of all) if (!kin.has(key)) kin.set(key, all);
  }
  for (const { read, resource } of fileReads(planning.model.schemas, planning.graph, planning.model.operations))
    if (!kin.has(read.key)) kin.set(read.key, operationsOf(resource));
  const routes = routesOf(planning);
  const mutants = Map.groupBy(allMutants(planning), ({ operation }) => operation.key);
  const killed = new Set<string>();
  return (bundle, kept = 0) => ({
    planning,
    kin,
    routes,
    mutants,
    bundle: { ...bundle, personas: bearerPersonas(bundle.personas) },
    env: environmentOf(planning, bundle),
    killed,
    isBrief: kept + bundle.plans.length > WHOLE_PROOFS,
  });
}

function environmentOf(planning: Planning, { personas, plans }: PlanBundle): Record<string, string> {
  const env: Record<string, string> = {};
  for (const persona of personas) env[persona.envVar] = JSON.stringify({ token: proofToken(persona) });
  for (const plan of plans)
    for (const [name, input] of Object.entries(plan.inputs)) env[input.env] = inputValue(planning, name);
  return env;
}

/** Returns an env-provided value: a number or a UUID for a parameter of that type, else a text. */
function inputValue({ model }: Planning, name: string): string {
  const parameter = model.operations.flatMap(({ parameters }) => parameters).find((param) => param.name === name);
  const flat = model.schemas.flatten(parameter?.schema ?? true);
  if (isNumber(flat)) return '4711';
  return flat.rest['format'] === 'uuid' ? '5f0e8c1a-3f5b-4d0a-8a59-1c6e2f7b9d10' : 'provided-value';
}

/**
 * Returns the mutants to try a plan on. A plan about a refused caller is tried on the faults of its kind in its own
 * operation. Any other plan is tried on the faults there that concern its kind. It is also tried on faults of state in
 * other operations of the same resource that it calls: most other faults there would stop any journey. A plan that
 * seeks an unknown item is tried on `unknown-item-answered` there, too.
 */
function mutantsFor({ mutants, kin }: Prover, plan: Plan): Mutant[] {
  const own = mutants.get(plan.subject) ?? [];
  const { needsPersona, seeksUnknown, finds } = KIND_FACTS[plan.kind];
  if (needsPersona) return own.filter(({ operator }) => finds.includes(operator));
  const called = new Set(plan.steps.map(({ method, path }) => `${method} ${path}`));
  const siblings = (kin.get(plan.subject) ?? [])
    .filter(({ key }) => key !== plan.subject && called.has(key))
    .flatMap(({ key }) => mutants.get(key) ?? []);
  return [
    ...own.filter(({ operator }) => concernsKind(operator, plan.kind)),
    ...siblings.filter(
      ({ operator }) => STATE_FAULTS.has(operator) || (seeksUnknown && operator === 'unknown-item-answered'),
    ),
  ];
}

function operationsOf(resource: Resource): Operation[] {
  return [...actionsOf(resource), ...resource.actions].map(({ operation }) => operation);
}

/** Returns the mutants with the faults first that the plan's shape or kind must find. */
function mostTellingFirst(mutants: Mutant[], plan: Plan): Mutant[] {
  const isWanted = ({ operator }: Mutant) => soughtFaults(plan).includes(operator);
  return [...mutants.filter(isWanted), ...mutants.filter((one) => !isWanted(one))];
}

/** Faults that leave work unfinished: a deletion that answers 202 may take a while, too. */
const NEVER_ENDS = new Set<Mutant['operator']>(['job-never-finishes', 'delete-no-op']);

/**
 * Proves that a plan finds faults by running it in the real engine against the mock. It must pass on the mock without
 * a fault. It must fail decisively on some mutant, and find or notice a fault that its shape or kind must find.
 * Returns the names of the killed mutants, or why the plan is dropped. Once the proof holds, mutants that an earlier
 * journey killed are skipped.
 */
export async function provePlan(prover: Prover, plan: Plan): Promise<{ proof: string[] } | { drop: Drop }> {
  const { plans } = prover.bundle;
  const isFirst = () =>
    plans.find(({ kind, subject }) => kind === plan.kind && subject === plan.subject)?.journeyId === plan.journeyId;
  const isWhole = !prover.isBrief && isFirst();
  const mutants = mostTellingFirst(mutantsFor(prover, plan), plan);
  // In most proofs that end as soon as they hold, the first mutant is the only one.
  const faulty = new Set((isWhole ? mutants : mutants.slice(0, 1)).map(({ operation }) => operation.key));
  const sound = await runOnSound(prover, plan, faulty);
  const clean = sound.result;
  if (clean.status !== 'pass')
    return {
      drop: {
        reason: 'KILLS_NO_MUTANT',
        detail: `The journey does not pass on a server that does what the spec says: ${clean.stepId ?? 'setup'} ended ${clean.verdict ?? clean.status} (${clean.reasonCode ?? 'no reason'}).`,
        edit: 'Make the responses of its operations consistent with what they are sent.',
      },
    };
  const killed: Mutant[] = [];
  const noticed: Mutant[] = [];
  const wanted = soughtFaults(plan);
  const holds = () => killed.length > 0 && [...killed, ...noticed].some(({ operator }) => wanted.includes(operator));
  for (const mutant of mutants) {
    if (holds() && !isWhole) break;
    if (holds() && prover.killed.has(mutant.name)) continue;
    // The wanted faults come first: if the plan finds or notices none of them, the proof fails.
    if (!wanted.includes(mutant.operator) && killed.length + noticed.length === 0) break;
    const { verdict, reasonCode } = await runOnMutant(prover, plan, mutant, sound);
    if (verdict?.startsWith('FAIL_DECISIVE_')) killed.push(mutant);
    // Work that does not end is no certain fault, so the journey need not fail decisively: NOT_FINISHED is enough.
    else if (reasonCode === 'NOT_FINISHED' && NEVER_ENDS.has(mutant.operator)) noticed.push(mutant);
  }
  if (holds()) {
    const proof = killed.map(({ name }) => name).sort();
    for (const name of proof) prover.killed.add(name);
    return { proof };
  }
  return {
    drop: {
      reason: 'KILLS_NO_MUTANT',
      detail: `The journey would pass on a server with the fault that it is there to find (${wanted.join(' or ')}).`,
      edit: 'Return the fields that requests send, so that a fault can be seen.',
    },
  };
}
