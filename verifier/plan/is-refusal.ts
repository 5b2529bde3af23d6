import type { Plan, PlanKind } from './plan.ts';

const REFUSALS = new Set<PlanKind>(['not-found', 'call-unknown', 'unauthenticated', 'forbidden', 'cross-persona']);

/** Whether a journey is about a refusal: a server that refuses everything passes it, too. Every other kind is positive. */
export function isRefusal({ kind }: Pick<Plan, 'kind'>): boolean {
  return REFUSALS.has(kind);
}
