import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { isFlaky, type JourneyState, type JourneyStates } from './journey-states.ts';

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
  flaky: boolean;
};

/** The buckets of planner and verifier §7 that generated journeys can be in, and what they mean for the feature. */
export type Coverage = {
  executableButNotObserved: CoveredJourney[];
  observedButInconclusive: CoveredJourney[];
  decisiveFailures: CoveredJourney[];
  waivedManual: (CoveredJourney & { waiver: Waiver })[];
  flowGaps: { operation: string }[];
  lifecycleBlocking: boolean;
};

/**
 * Sorts the journeys of the current spec's plans by what the runs have shown; those of `waivers`, which must all count, block nothing.
 * Without plans (nothing published, the build under way or failed) nothing is shown, so the feature stays blocked.
 */
export const coverageOf = (
  plans: PlanDocument | undefined,
  states: JourneyStates,
  waivers: readonly Waiver[],
): Coverage => {
  const waived = new Map(waivers.map((waiver) => [waiver.journeyId, waiver]));
  const { plans: all, operations } = { plans: plans?.bundle.plans ?? [], operations: plans?.operations ?? [] };
  const buckets = sorted(
    all.filter(({ journeyId }) => !waived.has(journeyId)),
    states,
  );
  const touched = new Set(all.flatMap((plan) => plan.operations));
  return {
    ...buckets,
    waivedManual: all.flatMap((plan) => {
      const waiver = waived.get(plan.journeyId);
      return waiver ? [{ ...shown(plan, states[plan.journeyId]), waiver }] : [];
    }),
    flowGaps: operations.filter((operation) => !touched.has(operation)).map((operation) => ({ operation })),
    lifecycleBlocking: plans === undefined || Object.values(buckets).flat().some(isEnforced),
  };
};

const isEnforced = ({ enforcement }: CoveredJourney): boolean => enforcement === 'ENFORCED';

/** An ENFORCED journey that nobody answers for is decisively broken. */
export const isBroken = ({ decisiveFailures }: Coverage): boolean => decisiveFailures.some(isEnforced);

const sorted = (plans: Plan[], states: JourneyStates) => {
  const those = (belongs: (state: JourneyState | undefined) => boolean): CoveredJourney[] =>
    plans.filter(({ journeyId }) => belongs(states[journeyId])).map((plan) => shown(plan, states[plan.journeyId]));
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
  flaky: state !== undefined && isFlaky(state),
});
