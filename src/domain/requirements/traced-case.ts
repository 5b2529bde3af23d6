import type { ValidationCase } from '#domain/ports/case-repository.ts';
import { type Binding, isTraced, type Trace } from '#planner/trace/create-tracer.ts';
import type { Plan, Step } from '#verifier/plan/plan.ts';
import { sentenceOf } from './requirement-tracer.ts';

/**
 * A case with what ties it to the current plans (specification §2): whether journeys capture its assertions, the steps that show what it demands, the
 * first journey that proves it, and what keeps it from being proved. A STALE case is tied to nothing: its document says something else by now.
 */
export const tracedCase = (
  each: ValidationCase,
  traceOf: ((sentence: string) => Trace) | undefined,
  plans: readonly Plan[],
): ValidationCase => {
  if (traceOf === undefined || each.status === 'STALE' || each.status === 'ARCHIVED') return each;
  const trace = traceOf(sentenceOf(each));
  const proofs = trace.bindings.flatMap((binding) => binding.proofs);
  return {
    ...each,
    ...(each.assertionsFromPrd && {
      assertionsFromPrd: each.assertionsFromPrd.map((assertion) => ({
        ...assertion,
        graphCaptured: captures(trace, traceOf(assertion.prdQuote)),
      })),
    }),
    sourceJourneyId: proofs[0]?.journeyId ?? null,
    stepsFromGraph: [...new Set(trace.bindings.flatMap((binding) => stepsOf(binding, plans)))],
    coverageFlags: flagsOf(trace),
  };
};

/** A model may quote another sentence of the document: only what the requirement's own operations show counts. */
const captures = (trace: Trace, quoted: Trace): boolean =>
  isTraced(trace) &&
  isTraced(quoted) &&
  quoted.bindings.every(({ operation }) => trace.bindings.some((own) => own.operation === operation));

/** The calls of the first journey that proves the binding, up to the one whose answer is judged, with the places that it compares. */
const stepsOf = ({ proofs: [first] }: Binding, plans: readonly Plan[]): string[] => {
  const plan = plans.find(({ journeyId }) => journeyId === first?.journeyId);
  if (plan === undefined || first === undefined) return [];
  const last = plan.steps.findIndex(({ id }) => id === first.judgedStep);
  return plan.steps.slice(0, last + 1).map((step) => lineOf(step, step.id === first.judgedStep ? first.places : []));
};

const lineOf = ({ method, path, persona, expect }: Step, places: readonly string[]): string =>
  [
    `${method} ${path}`,
    ...(persona === null ? [] : [`as ${persona}`]),
    ...(expect.outcome === 'success' ? [] : [`expects ${expect.outcome}`]),
    ...(places.length === 0 ? [] : [`compares ${places.join(', ')}`]),
  ].join(' ');

/** TRACED, or UNBOUND and NOT_PROVABLE, each with the reason. */
const flagsOf = (trace: Trace): string[] => {
  if (trace.missing) return ['UNBOUND', trace.missing.reason];
  if (isTraced(trace)) return ['TRACED'];
  return ['NOT_PROVABLE', ...new Set(trace.bindings.flatMap(({ missing }) => (missing ? [missing.reason] : [])))];
};
