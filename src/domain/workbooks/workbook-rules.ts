import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { gapIdOf, isRouteInDoubt } from '#domain/coverage/flow-gaps.ts';
import type { JourneyState, JourneyStates } from '#domain/coverage/journey-states.ts';
import type { Workbook, WorkbookJourney } from '#domain/ports/workbook-repository.ts';
import type { WorkbookJourney as Planned } from '#planner/journeys/model/workbook-journey.ts';
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

/** What was planned of a workbook journey as it is now: its own plan, where the spec allowed one. */
export const ownPlanOf = (journey: WorkbookJourney, { bundle }: PlanDocument): Plan | undefined => {
  const plan = bundle.plans.find(({ journeyId, workbook }) => workbook !== undefined && journeyId === journey.id);
  const operations = journey.steps.map(({ operationId }) => operationId);
  const isSame =
    plan?.workbook?.persona === journey.persona &&
    plan.workbook.operations.length === operations.length &&
    plan.workbook.operations.every((operation, at) => operation === operations[at]);
  return isSame ? plan : undefined;
};

/** The workbook's journeys that can be planned: every step is bound to an operation. */
export const plannable = ({ journeys }: Workbook): Planned[] =>
  journeys.flatMap(({ id, name, enforcement, persona, steps }) => {
    const operations = steps.flatMap(({ operationId }) => operationId ?? []);
    return steps.length > 0 && operations.length === steps.length
      ? [{ id, name, enforcement, persona, operations }]
      : [];
  });

/**
 * A journey that was planned from the workbook is what the workbook says of it now, and OBSERVED once it is gone from there. Any other is only
 * OBSERVED where the workbook says so of all that it calls and nothing ENFORCED in it shares an operation with it.
 */
export const enforcementOf = (plan: Plan, { journeys }: Workbook): Plan['enforcement'] => {
  if (plan.workbook) return journeys.find(({ id }) => id === plan.journeyId)?.enforcement ?? 'OBSERVED';
  const those = (wanted: Plan['enforcement']): Set<string> =>
    new Set(journeys.filter(({ enforcement }) => enforcement === wanted).flatMap(operationsOf));
  const [observed, enforced] = [those('OBSERVED'), those('ENFORCED')];
  const isObserved = plan.operations.every((operation) => observed.has(operation) && !enforced.has(operation));
  return isObserved && plan.operations.length > 0 ? 'OBSERVED' : plan.enforcement;
};

/**
 * A workbook journey is proved by its own plan, where the spec allowed one and it was not changed since, and by the planned journeys that call its
 * operations, as its persona where it names one: it passes when all of them do, and none of its operations was only refused as a missing route
 * would. What somebody answers for (`waived`) is left out.
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
      plan.workbook === undefined &&
      plan.operations.some((operation) => wanted.includes(operation)) &&
      (journey.persona === null || plan.personas.includes(journey.persona)),
  );
  const uncalled = wanted.find((operation) => !proving.some((plan) => plan.operations.includes(operation)));
  if (uncalled !== undefined) {
    const drop = dropped.find((each) => each.operations.includes(uncalled));
    return { is: 'NOT_EXECUTABLE', reason: `${drop?.reason ?? 'NO_PLAN'}: ${uncalled}` };
  }
  const own = ownPlanOf(journey, plans);
  const found = seen(
    [...proving, ...(own ? [own] : [])]
      .filter(({ journeyId }) => !waived.has(journeyId))
      .map(({ journeyId }) => states[journeyId]),
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
