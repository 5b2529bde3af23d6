import type { PlanBundle } from '../plan/plan.ts';

/** The journeys of a verifier, as text or JSON. */
export function showPlan({ jepVersion, specHash, title, plans }: PlanBundle, json: boolean): string {
  if (json) return `${JSON.stringify({ jepVersion, specHash, plans }, null, 2)}\n`;
  const journeys = plans.flatMap(({ journeyId, name, kind, personas, steps, enforcement }) => [
    `${journeyId}  ${name}  (${[kind, enforcement.toLowerCase(), ...personas].join(', ')})`,
    ...steps.map(
      ({ id, method, path, persona }) => `    ${id}: ${method} ${path}${persona === null ? '' : ` as ${persona}`}`,
    ),
  ]);
  return `${[`${title} · spec ${specHash} · ${plans.length} plans`, ...journeys].join('\n')}\n`;
}
