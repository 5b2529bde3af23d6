import { readParameter } from '../engine/request/read-parameter.ts';
import type { AuthType, Plan, PlanBundle, Step, Template } from '../plan/plan.ts';

/** A variable that journeys read: whether it is set, and the outcome if not. Contains no value. */
export type NeededVariable = {
  name: string;
  kind: 'persona' | 'param';
  /** For kind `persona`: whose credentials it holds, and their auth type. */
  persona?: string;
  authType?: AuthType;
  set: boolean;
  neededBy: { journeys: number; steps: number };
  outcomeIfUnset: string;
};

type Use = { plan: Plan; step: Step };

/**
 * The variables that the plans need: those of personas in the bundle's order, then parameters in order of first use.
 * Planner and verifier §8.
 */
export function neededVariables(
  bundle: PlanBundle,
  plans: readonly Plan[],
  env: Record<string, string | undefined>,
): NeededVariable[] {
  const uses = plans.flatMap((plan) => plan.steps.map((step) => ({ plan, step })));
  return [...personaVariables(bundle, uses, env), ...paramVariables(uses, env)];
}

function personaVariables(bundle: PlanBundle, uses: Use[], env: Record<string, string | undefined>): NeededVariable[] {
  return bundle.personas.flatMap((persona) => {
    const own = uses.filter(({ step }) => step.persona === persona.name);
    if (own.length === 0 || persona.authType === 'NONE') return [];
    const set = (env[persona.envVar] ?? '').trim() !== '';
    const outcome = 'INCONCLUSIVE_AUTH_REQUIRED CREDENTIAL_UNAVAILABLE';
    const { name, authType } = persona;
    return [{ ...variable(persona.envVar, 'persona', set, own, outcome), persona: name, authType }];
  });
}

function paramVariables(uses: Use[], env: Record<string, string | undefined>): NeededVariable[] {
  const byName = new Map<string, { uses: Use[]; set: boolean }>();
  for (const use of uses) {
    for (const name of inputsOf(use.step)) {
      const variableName = use.plan.inputs[name]?.env ?? name;
      const found = byName.get(variableName) ?? { uses: [], set: true };
      found.set &&= 'value' in readParameter(use.plan, name, use.step.persona, env);
      found.uses.push(use);
      byName.set(variableName, found);
    }
  }
  return [...byName].map(([name, found]) =>
    variable(name, 'param', found.set, found.uses, 'INCONCLUSIVE_SETUP_REQUIRED PARAMETER_NOT_SET'),
  );
}

function inputsOf({ params, body }: Step): Set<string> {
  const names = new Set<string>();
  for (const values of [params.path, params.query, params.header]) {
    for (const value of Object.values(values)) addInputs(value, names);
  }
  if (body) addInputs(body.value, names);
  return names;
}

/** Adds the inputs in a template to `names`. Builds no lists, because each start visits all values of all plans. */
function addInputs(template: Template, names: Set<string>): void {
  if ('input' in template) names.add(template.input);
  else if ('object' in template) for (const value of Object.values(template.object)) addInputs(value, names);
  else if ('array' in template) for (const value of template.array) addInputs(value, names);
}

function variable(
  name: string,
  kind: NeededVariable['kind'],
  set: boolean,
  uses: Use[],
  outcomeIfUnset: string,
): NeededVariable {
  const journeys = new Set(uses.map(({ plan }) => plan.journeyId)).size;
  return { name, kind, set, neededBy: { journeys, steps: uses.length }, outcomeIfUnset };
}
