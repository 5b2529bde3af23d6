import { JOURNEY_KINDS } from './journey-kinds.ts';
import type { Plan } from './plan.ts';

/** True if a journey expects a refusal. A server that refuses everything passes it. All other kinds are positive. */
export function isRefusal({ kind }: Pick<Plan, 'kind'>): boolean {
  return JOURNEY_KINDS[kind]?.refuses === true;
}
