import type { Plan, Step } from '#verifier/plan/plan.ts';

type Outcome = Step['expect']['outcome'];

/** Keys of the operations ("METHOD /template") that plans call where they expect such an outcome: a refusal says nothing of what a success shows. */
export function calledIn(plans: Plan[], outcomes: ReadonlySet<Outcome> = new Set(['success'])): Set<string> {
  const steps = plans.flatMap((plan) => plan.steps.filter(({ expect }) => outcomes.has(expect.outcome)));
  return new Set(steps.map(({ method, path }) => `${method} ${path}`));
}
