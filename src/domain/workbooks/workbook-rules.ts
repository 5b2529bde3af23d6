import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { gapIdOf, isRouteInDoubt } from '#domain/coverage/flow-gaps.ts';
import type { JourneyState, JourneyStates } from '#domain/coverage/journey-states.ts';
import type { Workbook, WorkbookJourney } from '#domain/ports/workbook-repository.ts';
import type { Plan } from '#verifier/plan/plan.ts';

/** How far a workbook journey is; `state` is the observation that decides, where there is one. */
export type Binding =
  | { is: 'UNBOUND' | 'NOT_EXECUTABLE'; reason: string }
  | { is: 'NOT_OBSERVED' }
  | { is: 'INCONCLUSIVE'; state: JourneyState; reason?: string }
  | { is: 'FAILED' | 'PASSED'; state: JourneyState };

export const operationsOf = ({ steps }: WorkbookJourney): string[] => [
  ...new Set(steps.flatMap(({ operationId }) => (operationId === null ? [] : [operationId]))),
];

/**
 * A planned journey is only OBSERVED where the workbook says so of all that it calls and nothing ENFORCED in it shares an operation with it.
 */
export const enforcementOf = (plan: Plan, { journeys }: Workbook): Plan['enforcement'] => {
  const those = (wanted: Plan['enforcement']): Set<string> =>
    new Set(journeys.filter(({ enforcement }) => enforcement === wanted).flatMap(operationsOf));
  const [observed, enforced] = [those('OBSERVED'), those('ENFORCED')];
  const isObserved = plan.operations.every((operation) => observed.has(operation) && !enforced.has(operation));
  return isObserved && plan.operations.length > 0 ? 'OBSERVED' : plan.enforcement;
};

/**
 * A workbook journey is proved by the planned journeys that call its operations, as its persona where it names one: it passes when all of
 * them do, and none of its operations was only refused as a missing route would. What somebody answers for (`waived`) is left out.
 */
export const bindingOf = (
  journey: WorkbookJourney,
  plans: PlanDocument,
  states: JourneyStates,
  waived: ReadonlySet<string>,
): Binding => {
  const { bundle, dropped, operations } = plans;
  const loose = journey.steps.find(({ operationId }) => operationId === null || !operations.includes(operationId));
  if (loose) {
    const reason = loose.operationId === null ? 'NO_OPERATION' : 'UNKNOWN_OPERATION';
    return { is: 'UNBOUND', reason: `${reason}: ${loose.operationId ?? loose.description}` };
  }
  const wanted = operationsOf(journey);
  const proving = bundle.plans.filter(
    (plan) =>
      plan.operations.some((operation) => wanted.includes(operation)) &&
      (journey.persona === null || plan.personas.includes(journey.persona)),
  );
  const uncalled = wanted.find((operation) => !proving.some((plan) => plan.operations.includes(operation)));
  if (uncalled !== undefined) {
    const drop = dropped.find((each) => each.operations.includes(uncalled));
    return { is: 'NOT_EXECUTABLE', reason: `${drop?.reason ?? 'NO_PLAN'}: ${uncalled}` };
  }
  const found = seen(
    proving.filter(({ journeyId }) => !waived.has(journeyId)).map(({ journeyId }) => states[journeyId]),
  );
  const doubted = wanted.find((one) => !waived.has(gapIdOf(one)) && isRouteInDoubt(one, plans, states));
  return found.is === 'PASSED' && doubted !== undefined
    ? { is: 'INCONCLUSIVE', state: found.state, reason: `ROUTE_IN_DOUBT: ${doubted}` }
    : found;
};

const seen = (states: (JourneyState | undefined)[]): Binding => {
  const known = states.filter((state) => state !== undefined);
  const those = (...wanted: JourneyState['status'][]): JourneyState | undefined =>
    known.find(({ status }) => wanted.includes(status));
  const failed = those('FAILED');
  if (failed) return { is: 'FAILED', state: failed };
  const inconclusive = those('INCONCLUSIVE') ?? those('SKIPPED');
  if (inconclusive) return { is: 'INCONCLUSIVE', state: inconclusive };
  const newest = known.toSorted((a, b) => (a.observedAt < b.observedAt ? 1 : -1))[0];
  return newest === undefined || known.length < states.length
    ? { is: 'NOT_OBSERVED' }
    : { is: 'PASSED', state: newest };
};
