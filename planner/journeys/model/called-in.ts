import type { Plan, Step } from '#verifier/plan/plan.ts';

type Outcome = Step['expect']['outcome'];

/**
 * Returns the keys ("METHOD /template") of the operations that the plans call and expect one of the outcomes from.
 * Default: success.
 */
export function calledIn(plans: Plan[], outcomes: ReadonlySet<Outcome> = new Set(['success'])): Set<string> {
  const steps = plans.flatMap((plan) => plan.steps.filter(({ expect }) => outcomes.has(expect.outcome)));
  return new Set(steps.map(({ method, path }) => `${method} ${path}`));
}
