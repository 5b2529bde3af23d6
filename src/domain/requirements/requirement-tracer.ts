import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { ValidationCase } from '#domain/ports/case-repository.ts';
import { createTracer, type Trace } from '#planner/trace/create-tracer.ts';

/** The trace of sentences against a build's plans; undefined without plans, or where the build is from before traces were made. */
export const requirementTracer = (plans: PlanDocument | undefined): ((sentence: string) => Trace) | undefined =>
  plans?.surface === undefined
    ? undefined
    : createTracer({
        surface: plans.surface.operations,
        personas: plans.surface.personas,
        plans: plans.bundle.plans,
        dropped: plans.dropped,
        ...(plans.gaps && { gaps: plans.gaps }),
      });

/** The requirement of a case as its document says it. */
export const sentenceOf = ({ sectionRefs, description, name }: ValidationCase): string =>
  sectionRefs?.[0]?.prdQuote ?? description ?? name;
