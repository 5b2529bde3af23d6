import { JOURNEY_KINDS } from './journey-kinds.ts';
import type { Plan } from './plan.ts';

/** True if a journey is about a refusal. A server that refuses everything may pass it. All other kinds are positive. */
export function isRefusal({ kind }: Pick<Plan, 'kind'>): boolean {
  return JOURNEY_KINDS[kind]?.refuses === true;
}
