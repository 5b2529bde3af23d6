import type { Plan, Step } from '#verifier/plan/plan.ts';

type Outcome = Step['expect']['outcome'];

/**
 * Keys ("METHOD /template") of operations that plans call with this expected outcome: a refusal says nothing about a
 * success.
 */
export function calledIn(plans: Plan[], outcomes: ReadonlySet<Outcome> = new Set(['success'])): Set<string> {
  const steps = plans.flatMap((plan) => plan.steps.filter(({ expect }) => outcomes.has(expect.outcome)));
  return new Set(steps.map(({ method, path }) => `${method} ${path}`));
}
