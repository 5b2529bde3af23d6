import type { FeatureScope } from '#domain/access/scope.ts';
import type { CaseReader } from '#domain/ports/case-repository.ts';
import type { DocumentReader } from '#domain/ports/document-repository.ts';
import { asOfNow } from '#domain/validation-cases/as-of-now.ts';
import type { Trace } from '#planner/trace/create-tracer.ts';
import { type Requirement, requirementOf, type Seen } from './requirement-rules.ts';
import { requirementTracer, sentenceOf } from './requirement-tracer.ts';

type Ports = { 'cases:read': CaseReader; 'documents:read': DocumentReader };

const noVerifier: Trace = {
  bindings: [],
  missing: {
    reason: 'NO_VERIFIER',
    detail: 'The current spec has no READY build whose journeys can be traced.',
    edit: 'Publish the spec, or retry its build.',
  },
};

/**
 * Reads the requirements of a feature. Returns a function that gives them in the order of its documents, each with the journeys that prove
 * it and what their last runs have shown: callers read the runs at the same time.
 */
export const readRequirementStates = async (
  scope: FeatureScope,
  ports: Ports,
): Promise<(seen: Seen) => Requirement[]> => {
  const [sets, documents] = await Promise.all([
    ports['cases:read'].list(scope, scope.featureId),
    ports['documents:read'].list(scope),
  ]);
  const current = new Map(documents.map((document) => [document.id, document]));
  const cases = sets
    .flatMap((set) => set.cases)
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((each) => asOfNow(each, current))
    .filter(({ status }) => status !== 'ARCHIVED');
  return (seen) => {
    const traceOf = requirementTracer(seen.plans) ?? (() => noVerifier);
    return cases.map((each) => requirementOf(each, current.get(each.sourcePrdId), traceOf(sentenceOf(each)), seen));
  };
};
