import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import { journeyIdOf } from '#planner/journeys/model/journey-id-of.ts';
import type { CoveredJourney } from './coverage-rules.ts';
import type { JourneyStates } from './journey-states.ts';

/** An operation that no journey covers; `journeyId` stands for the journey that is missing, in its waiver. */
export type FlowGap = {
  operation: string;
  journeyId: string;
  reason: string;
  detail: string | null;
  edit: string | null;
};

/** The id under which an operation without a journey is waived. */
export const gapIdOf = (operation: string): string => journeyIdOf(['gap', operation]);

/**
 * The operations of the spec that no journey covers: those that none calls (`touched`: what planned and workbook journeys call), and those of
 * which only refusals were seen that a missing route would give as well.
 */
export const flowGapsOf = (plans: PlanDocument, states: JourneyStates, touched: ReadonlySet<string>): FlowGap[] =>
  plans.operations.flatMap((operation): FlowGap[] => {
    const gap = { operation, journeyId: gapIdOf(operation) };
    if (!touched.has(operation)) {
      const { reason = 'NO_JOURNEY', detail = null, edit = null } = plans.gaps?.[operation] ?? {};
      return [{ ...gap, reason, detail, edit }];
    }
    return isRouteInDoubt(operation, plans, states) ? [{ ...gap, ...inDoubt }] : [];
  });

const inDoubt = {
  reason: 'ROUTE_IN_DOUBT',
  detail: 'Only refusals were seen of it, and a missing route would give them just so.',
  edit: 'Let a journey call it with success: run with the persona or the variable that its other journeys need, or waive it.',
};

/** Whether all that passed of an operation are refusals that a missing route would give just so. */
export const isRouteInDoubt = (operation: string, { bundle }: PlanDocument, states: JourneyStates): boolean => {
  const passed = bundle.plans.flatMap(({ journeyId, operations }) => {
    const state = operations.includes(operation) ? states[journeyId] : undefined;
    return state?.status === 'PASSED' ? [state] : [];
  });
  return passed.length > 0 && passed.every(({ ground }) => ground === 'ROUTE_IN_DOUBT');
};

/** A gap that somebody answers for, as the journey that it stands for. */
export const waivedGap = (
  { operation, journeyId, reason }: FlowGap,
  waiver: Waiver,
): CoveredJourney & { waiver: Waiver } => ({
  journeyId,
  name: `No journey covers ${operation}`,
  kind: 'gap',
  enforcement: 'ENFORCED',
  operations: [operation],
  reason,
  verdict: null,
  runId: null,
  observedAt: null,
  flaky: false,
  waiver,
});
