import type { Plan, Step } from '#verifier/plan/plan.ts';

type Outcome = Step['expect']['outcome'];

/**
 * Returns the keys ("GET /orders/{id}") of the operations that the plans' steps call with an expected outcome in
 * `outcomes`, by default success.
 */
export function calledIn(plans: Plan[], outcomes: ReadonlySet<Outcome> = new Set(['success'])): Set<string> {
  const steps = plans.flatMap((plan) => plan.steps.filter(({ expect }) => outcomes.has(expect.outcome)));
  return new Set(steps.map(({ method, path }) => `${method} ${path}`));
}
