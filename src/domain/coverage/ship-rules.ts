import type { shipStatus } from '#contract/schemas/coverage.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Workbook } from '#domain/ports/workbook-repository.ts';
import { enforcementOf } from '#domain/workbooks/workbook-rules.ts';
import type { Coverage, CoveredJourney } from './coverage-rules.ts';
import type { FlowGap } from './flow-gaps.ts';
import type { JourneyStates } from './journey-states.ts';

type Blocker = z.input<typeof shipStatus>['blockers'][number];

type Standing = {
  specHash: string | null;
  plans: PlanDocument | undefined;
  states: JourneyStates;
  coverage: Coverage;
  workbook: Workbook;
};

/**
 * What stands in the way of shipping, none = ship: an ENFORCED journey that nobody answers for and that did not pass, or, where a commit is
 * named, was last seen to pass at another one; an operation without a journey; and that no value was seen again at all.
 */
export const shipBlockers = (
  { specHash, plans, states, coverage, workbook }: Standing,
  commitId: string | undefined,
): Blocker[] => {
  if (specHash === null) return [{ code: 'SPEC_NOT_PUBLISHED', message: 'No spec is published.' }];
  if (plans === undefined) return [{ code: 'VERIFIER_NOT_READY', message: 'The current spec has no READY build.' }];
  const blockers = [
    ...coverage.missingBindings.flatMap(blockerOf('MISSING_BINDING', 'has a step without an operation')),
    ...coverage.boundButNotExecutable.flatMap(blockerOf('NOT_EXECUTABLE', 'is proved by no plan')),
    ...coverage.decisiveFailures.flatMap(blockerOf('DECISIVE_FAILURE', 'failed decisively')),
    ...coverage.observedButInconclusive.flatMap(blockerOf('INCONCLUSIVE', 'was inconclusive')),
    ...coverage.executableButNotObserved.flatMap(blockerOf('NOT_OBSERVED', 'was not run')),
    ...coverage.flowGaps.map(gapBlocker),
    ...(commitId === undefined ? [] : passedElsewhere(plans, states, coverage, workbook, commitId)),
  ];
  return blockers.length === 0 && coverage.nothingProved ? [nothingProved] : blockers;
};

const gapBlocker = ({ operation, journeyId, reason, detail, edit }: FlowGap): Blocker => ({
  code: 'FLOW_GAP',
  message: [`No journey covers ${operation}.`, detail, edit].filter((part) => part !== null).join(' '),
  journeyId,
  name: operation,
  reason,
});

const nothingProved: Blocker = {
  code: 'NOTHING_PROVED',
  message: 'No journey that asserts a value has passed: a server that refuses everything would pass the others.',
};

const blockerOf =
  (code: Blocker['code'], what: string) =>
  ({ journeyId, name, enforcement, verdict, reason }: CoveredJourney): Blocker[] =>
    enforcement === 'ENFORCED' ? [{ code, message: `"${name}" ${what}.`, journeyId, name, verdict, reason }] : [];

const passedElsewhere = (
  { bundle }: PlanDocument,
  states: JourneyStates,
  { waivedManual }: Coverage,
  workbook: Workbook,
  commitId: string,
): Blocker[] => {
  const waived = new Set(waivedManual.map(({ journeyId }) => journeyId));
  return bundle.plans.flatMap((plan): Blocker[] => {
    const { journeyId, name } = plan;
    const state = states[journeyId];
    const isAsked = enforcementOf(plan, workbook) === 'ENFORCED' && !waived.has(journeyId);
    const seenAt = state?.outcomes[0]?.commitId ?? null;
    if (!isAsked || state?.status !== 'PASSED' || seenAt === commitId) return [];
    const where = seenAt === null ? 'in a run that names no commit' : `at ${seenAt}`;
    return [{ code: 'OTHER_COMMIT', message: `"${name}" passed ${where}, not at ${commitId}.`, journeyId, name }];
  });
};
