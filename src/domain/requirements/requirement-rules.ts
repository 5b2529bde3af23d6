import type { requirement as schema } from '#contract/schemas/requirements.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { JourneyState, JourneyStates } from '#domain/coverage/journey-states.ts';
import type { ValidationCase } from '#domain/ports/case-repository.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { Binding, Trace } from '#planner/trace/create-tracer.ts';
import { sentenceOf } from './requirement-tracer.ts';

export type Requirement = z.input<typeof schema>;
type Verdict = Requirement['verdict'];

/** What is known of a feature's journeys; `waived`: those that somebody answers for. */
export type Seen = { plans: PlanDocument | undefined; states: JourneyStates; waived: ReadonlySet<string> };

/** The journeys of waivers that count. */
export const waivedIn = (live: readonly Waiver[]): ReadonlySet<string> =>
  new Set(live.map(({ journeyId }) => journeyId));

/** A requirement with what proves it now. One whose sentence was changed or is gone is STALE, and no journey proves it any more. */
export const requirementOf = (
  each: ValidationCase,
  document: Document | undefined,
  trace: Trace,
  seen: Seen,
): Requirement => {
  const isStale = each.status === 'STALE';
  const ids = [...new Set(trace.bindings.flatMap(({ proofs }) => proofs.map(({ journeyId }) => journeyId)))];
  const standing = trace.bindings.map((binding) => standingOf(binding, seen));
  return {
    caseId: each.id,
    sentence: sentenceOf(each),
    documentId: each.sourcePrdId,
    documentName: document?.name ?? null,
    sectionHeading: each.sectionRefs?.[0]?.sectionHeading ?? '',
    caseStatus: each.status,
    verdict: isStale ? 'STALE' : (worst.find((verdict) => standing.includes(verdict)) ?? 'UNBOUND'),
    waived: !isStale && ids.length > 0 && ids.every((id) => seen.waived.has(id)),
    bindings: trace.bindings.map(({ operation, outcome, fields, confidence, reason, missing }) => ({
      operation,
      outcome,
      fields,
      confidence,
      reason,
      missing,
    })),
    journeys: isStale ? [] : ids.map((id) => journeyOf(id, seen)),
    noLongerProvedBy: isStale ? ids : [],
    missing: trace.missing,
  };
};

/** A requirement stands as the worst of its bindings. */
const worst: Verdict[] = ['FAILED', 'NOT_PROVABLE', 'INCONCLUSIVE', 'NOT_OBSERVED', 'PROVED'];

/** What the runs have shown of one binding: proved by a pass that no other journey of it contradicts or leaves in doubt. */
const standingOf = ({ proofs }: Binding, { states, waived }: Seen): Verdict => {
  if (proofs.length === 0) return 'NOT_PROVABLE';
  // A waiver answers for what does not pass, and takes nothing from what does.
  const known = proofs.flatMap(({ journeyId }) => {
    const state = states[journeyId];
    return state && (state.status === 'PASSED' || !waived.has(journeyId)) ? [state] : [];
  });
  if (known.some(({ status }) => status === 'FAILED')) return 'FAILED';
  if (known.length === 0) return 'NOT_OBSERVED';
  return known.every(provesIt) ? 'PROVED' : 'INCONCLUSIVE';
};

/** A refusal that a missing route would give just so proves nothing. */
const provesIt = ({ status, ground }: JourneyState): boolean => status === 'PASSED' && ground !== 'ROUTE_IN_DOUBT';

const journeyOf = (journeyId: string, { plans, states, waived }: Seen): Requirement['journeys'][number] => {
  const plan = plans?.bundle.plans.find((one) => one.journeyId === journeyId);
  const state = states[journeyId];
  return {
    journeyId,
    name: plan?.name ?? '',
    status: state?.status ?? null,
    verdict: state?.verdict ?? null,
    reason: state?.reasonCode ?? null,
    runId: state?.runId ?? null,
    observedAt: state?.observedAt ?? null,
    waived: waived.has(journeyId),
  };
};
