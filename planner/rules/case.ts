import type { Plan } from '#verifier/plan/plan.ts';
import type { Planning } from '../journeys/model/planning.ts';
import type { Operation } from '../intake/model/operation.ts';
import type { Drop, DropReason } from '../outcome/dropped-plan.ts';

/** A finished plan with the planning that it is checked against. */
export type Case = {
  plan: Plan;
  planning: Planning;
  operationOf: (step: { method: string; path: string }) => Operation | undefined;
};

export function drop(reason: DropReason, operation: Operation | undefined, detail: string, edit: string): Drop {
  return { reason, ...(operation ? { pointer: operation.pointer } : {}), detail, edit };
}
