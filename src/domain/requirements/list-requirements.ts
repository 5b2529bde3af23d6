import type { listRequirements as endpoint } from '#contract/endpoints/requirements.ts';
import { pageOf } from '#contract/pagination.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { readStates } from '#domain/coverage/journey-states.ts';
import { counts } from '#domain/coverage/waiver-rules.ts';
import type { UseCase } from '#domain/use-case.ts';
import { asOfNow } from '#domain/validation-cases/as-of-now.ts';
import type { Trace } from '#planner/trace/create-tracer.ts';
import { type Requirement, requirementOf } from './requirement-rules.ts';
import { requirementTracer, sentenceOf } from './requirement-tracer.ts';

const noVerifier: Trace = {
  bindings: [],
  missing: {
    reason: 'NO_VERIFIER',
    detail: 'The current spec has no READY build whose journeys can be traced.',
    edit: 'Publish the spec, or retry its build.',
  },
};

/** The requirements of a feature in the order of its documents, each with the journeys that prove it and what their last runs have shown. */
export const listRequirements: UseCase<typeof endpoint> = async ({ scope, head, query }, ports, runtime) => {
  const [sets, documents, plans, states, waivers] = await Promise.all([
    ports['cases:read'].list(scope, scope.featureId),
    ports['documents:read'].list(scope),
    currentPlans(scope, head, ports),
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
    ports['waivers:read'].list(scope),
  ]);
  const current = new Map(documents.map((document) => [document.id, document]));
  const now = runtime.now();
  const waived = new Set(waivers.filter((waiver) => counts(waiver, now)).map(({ journeyId }) => journeyId));
  const traceOf = requirementTracer(plans) ?? (() => noVerifier);
  const wanted = query.verdict?.toUpperCase();
  const cases = sets.flatMap((set) => set.cases).toSorted((a, b) => a.ordinal - b.ordinal);
  const shown = cases
    .map((each) => asOfNow(each, current))
    .filter(({ status }) => status !== 'ARCHIVED')
    .map((each): Requirement =>
      requirementOf(each, current.get(each.sourcePrdId), traceOf(sentenceOf(each)), { plans, states, waived }),
    );
  return {
    body: pageOf(
      shown.filter(({ verdict }) => !wanted || verdict === wanted),
      query,
    ),
  };
};
