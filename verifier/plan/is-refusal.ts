import { JOURNEY_KINDS } from './journey-kinds.ts';
import type { Plan } from './plan.ts';

/**
 * Whether a journey is about a refusal: a server that refuses everything passes it, too. Every other kind is positive.
 */
export function isRefusal({ kind }: Pick<Plan, 'kind'>): boolean {
  return JOURNEY_KINDS[kind]?.refuses === true;
}
