import type { Plan } from '../plan/plan.ts';
import { isDecisive, type Classification } from './classify-journey.ts';

/** A plan with its verdict; `causedBy` is the journeyId that keeps the decisive verdict of the same cause. */
export type Classified = { plan: Plan; classification?: Classification; causedBy?: string };

/**
 * One cause, one decisive verdict: failures with the same operation at fault, row, reason and place belong together;
 * the owner keeps its verdict, the others become CAUSED_BY. Different personas are different causes only in negative plans.
 * The result does not depend on which journey ran first. Planner and verifier §6.1 "One cause".
 */
export function groupCauses(journeys: readonly Classified[]): Classified[] {
  const owners = new Map<string, Classified>();
  for (const journey of journeys) {
    const key = causeOf(journey);
    if (key === undefined) continue;
    const owner = owners.get(key);
    if (owner === undefined || outranks(journey, owner)) owners.set(key, journey);
  }
  return journeys.map((journey) => {
    const key = causeOf(journey);
    const owner = key === undefined ? undefined : owners.get(key);
    if (owner === undefined || owner === journey || journey.classification === undefined) return journey;
    return {
      plan: journey.plan,
      classification: {
        ...journey.classification,
        verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
        reasonCode: 'CAUSED_BY',
      },
      causedBy: owner.plan.journeyId,
    };
  });
}

function causeOf({ plan, classification }: Classified): string | undefined {
  if (classification === undefined || !isDecisive(classification.verdict)) return undefined;
  const { operationAtFault, row, reasonCode, pointer, statusCode } = classification;
  // Who was let in tells causes apart only where letting in is the fault: a route is missing for everybody.
  const personas = /^AUTH[NZ]_/.test(reasonCode) ? plan.personas : [];
  return JSON.stringify([operationAtFault, row, reasonCode, pointer ?? statusCode, personas]);
}

/** Plan order decides between equals: an owner is replaced only by one that is strictly better. */
function outranks(journey: Classified, owner: Classified): boolean {
  return rankOf(journey) > rankOf(owner);
}

function rankOf({ plan, classification }: Classified): number {
  const enforced = plan.enforcement === 'ENFORCED' ? 2 : 0;
  return enforced + (plan.subject === classification?.operationAtFault ? 1 : 0);
}
