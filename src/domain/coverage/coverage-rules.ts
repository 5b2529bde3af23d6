import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import type { JourneyState, JourneyStates } from './journey-states.ts';

export type CoveredJourney = {
  journeyId: string;
  name: string;
  kind: string;
  enforcement: Plan['enforcement'];
  operations: string[];
  reason: string | null;
  verdict: string | null;
  runId: string | null;
  observedAt: string | null;
};

/** The buckets of planner and verifier §7 that generated journeys can be in, and what they mean for the feature. */
export type Coverage = {
  executableButNotObserved: CoveredJourney[];
  observedButInconclusive: CoveredJourney[];
  decisiveFailures: CoveredJourney[];
  flowGaps: { operation: string }[];
  lifecycleBlocking: boolean;
};

/**
 * Sorts the journeys of the current spec's plans by what the runs have shown. Without plans (nothing published, the build under way or
 * failed) nothing is shown, so the feature stays blocked.
 */
export const coverageOf = (plans: PlanDocument | undefined, states: JourneyStates): Coverage => {
  if (plans === undefined) return { ...sorted([], states), flowGaps: [], lifecycleBlocking: true };
  const buckets = sorted(plans.bundle.plans, states);
  const blocking = Object.values(buckets).flat();
  const touched = new Set(plans.bundle.plans.flatMap(({ operations }) => operations));
  return {
    ...buckets,
    flowGaps: plans.operations.filter((operation) => !touched.has(operation)).map((operation) => ({ operation })),
    lifecycleBlocking: blocking.some(({ enforcement }) => enforcement === 'ENFORCED'),
  };
};

const sorted = (plans: Plan[], states: JourneyStates) => {
  const covered = plans.map((plan) => ({
    journey: shown(plan, states[plan.journeyId]),
    state: states[plan.journeyId],
  }));
  const those = (belongs: (state: JourneyState | undefined) => boolean): CoveredJourney[] =>
    covered.filter(({ state }) => belongs(state)).map(({ journey }) => journey);
  return {
    executableButNotObserved: those((state) => state === undefined),
    observedButInconclusive: those((state) => state?.status === 'INCONCLUSIVE' || state?.status === 'SKIPPED'),
    decisiveFailures: those((state) => state?.status === 'FAILED'),
  };
};

const shown = (plan: Plan, state: JourneyState | undefined): CoveredJourney => ({
  journeyId: plan.journeyId,
  name: plan.name,
  kind: plan.kind,
  enforcement: plan.enforcement,
  operations: plan.operations,
  reason: state?.reasonCode ?? null,
  verdict: state?.verdict ?? null,
  runId: state?.runId ?? null,
  observedAt: state?.observedAt ?? null,
});
