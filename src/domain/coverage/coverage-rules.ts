import { openBuckets } from '#contract/coverage-buckets.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { Workbook, WorkbookJourney } from '#domain/ports/workbook-repository.ts';
import type { ResultStatus } from '#domain/runs/test-run.ts';
import { type Binding, bindingOf, enforcementOf, operationsOf } from '#domain/workbooks/workbook-rules.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { type FlowGap, flowGapsOf, waivedGap } from './flow-gaps.ts';
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

/** The buckets of planner and verifier §7, and what they mean for the feature. */
export type Coverage = Record<Bucket, CoveredJourney[]> & {
  waivedManual: (CoveredJourney & { waiver: Waiver })[];
  flowGaps: FlowGap[];
  /** No journey that passed has seen a value again: a server that refuses everything would stand just so. */
  nothingProved: boolean;
  lifecycleBlocking: boolean;
};

type Bucket = (typeof openBuckets)[number];
/** Without a bucket: it passed. */
type Entry = { journey: CoveredJourney; bucket?: Bucket };

/**
 * Sorts the journeys of the current spec's plans and of the workbook by what the runs have shown; those of `waivers`, which must all count,
 * block nothing. Without plans (nothing published, the build under way or failed) nothing is shown, so the feature stays blocked.
 */
export const coverageOf = (
  plans: PlanDocument | undefined,
  states: JourneyStates,
  waivers: readonly Waiver[],
  workbook: Workbook,
): Coverage => {
  const waiverOf = new Map(waivers.map((waiver) => [waiver.journeyId, waiver]));
  const entries = plans === undefined ? [] : entriesOf(plans, states, new Set(waiverOf.keys()), workbook);
  const open = entries.filter(({ journey }) => !waiverOf.has(journey.journeyId));
  const those = (wanted: Bucket) => open.flatMap(({ bucket, journey }) => (bucket === wanted ? [journey] : []));
  const touched = new Set(entries.flatMap(({ journey }) => journey.operations));
  const gaps = plans === undefined ? [] : flowGapsOf(plans, states, touched);
  const openGaps = gaps.filter(({ journeyId }) => !waiverOf.has(journeyId));
  const nothingProved = !entries.some(({ journey }) => isProved(states[journey.journeyId]));
  const isOpen = open.some(({ bucket, journey }) => bucket !== undefined && isEnforced(journey));
  return {
    ...(Object.fromEntries(openBuckets.map((bucket) => [bucket, those(bucket)])) as Record<Bucket, CoveredJourney[]>),
    waivedManual: [
      ...entries.flatMap(({ journey }) => {
        const waiver = waiverOf.get(journey.journeyId);
        return waiver ? [{ ...journey, waiver }] : [];
      }),
      ...gaps.flatMap((gap) => {
        const waiver = waiverOf.get(gap.journeyId);
        return waiver ? [waivedGap(gap, waiver)] : [];
      }),
    ],
    flowGaps: openGaps,
    nothingProved,
    lifecycleBlocking: plans === undefined || isOpen || openGaps.length > 0 || nothingProved,
  };
};

const entriesOf = (
  plans: PlanDocument,
  states: JourneyStates,
  waived: ReadonlySet<string>,
  workbook: Workbook,
): Entry[] => [
  ...plans.bundle.plans
    .filter((plan) => plan.workbook === undefined)
    .map((plan) => ofPlan(plan, states[plan.journeyId], enforcementOf(plan, workbook))),
  ...workbook.journeys.map((journey) => ofWorkbook(journey, bindingOf(journey, plans, states, waived))),
];

const ofPlan = (plan: Plan, state: JourneyState | undefined, enforcement: Plan['enforcement']): Entry => {
  const { journeyId, name, kind, operations } = plan;
  const bucket = bucketOfStatus[state?.status ?? 'UNSEEN'];
  return { journey: { journeyId, name, kind, enforcement, operations, ...observed(state) }, ...(bucket && { bucket }) };
};

const ofWorkbook = (journey: WorkbookJourney, binding: Binding): Entry => {
  const { id, name, enforcement } = journey;
  const seen = observed('state' in binding ? binding.state : undefined);
  const shown = { journeyId: id, name, kind: 'workbook', enforcement, operations: operationsOf(journey), ...seen };
  const bucket = bucketOfBinding[binding.is];
  return { journey: 'reason' in binding ? { ...shown, reason: binding.reason } : shown, ...(bucket && { bucket }) };
};

const bucketOfStatus: Record<ResultStatus | 'UNSEEN', Bucket | undefined> = {
  UNSEEN: 'executableButNotObserved',
  SKIPPED: 'observedButInconclusive',
  INCONCLUSIVE: 'observedButInconclusive',
  FAILED: 'decisiveFailures',
  PASSED: undefined,
};

const bucketOfBinding: Record<Binding['is'], Bucket | undefined> = {
  UNBOUND: 'missingBindings',
  NOT_EXECUTABLE: 'boundButNotExecutable',
  NOT_OBSERVED: 'executableButNotObserved',
  INCONCLUSIVE: 'observedButInconclusive',
  FAILED: 'decisiveFailures',
  PASSED: undefined,
};

const observed = (state: JourneyState | undefined) => ({
  reason: state?.reasonCode ?? null,
  verdict: state?.verdict ?? null,
  runId: state?.runId ?? null,
  observedAt: state?.observedAt ?? null,
  flaky: state !== undefined && isFlaky(state),
});

const isEnforced = ({ enforcement }: CoveredJourney): boolean => enforcement === 'ENFORCED';

/** Whether what was last seen of a journey is a pass in which a value was seen again. */
const isProved = (state: JourneyState | undefined): boolean => state?.status === 'PASSED' && state.ground === 'VALUE';
