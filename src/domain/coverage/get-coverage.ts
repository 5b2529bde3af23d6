import type { getCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { coverageOf } from './coverage-rules.ts';
import { currentPlans } from './current-plans.ts';
import { readStates } from './journey-states.ts';

/** The coverage report of a feature against its current spec. Workbooks and waivers, which fill the other buckets, come later. */
export const getCoverage: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const head = await ports['builds:read'].getHead(scope);
  const [plans, states] = await Promise.all([
    currentPlans(scope, head, ports),
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
  ]);
  return {
    body: {
      featureId: scope.featureId,
      specHash: head.specHash,
      buildId: plans === undefined ? null : head.currentBuildId,
      missingBindings: [],
      boundButNotExecutable: [],
      ...coverageOf(plans, states),
      waivedManual: [],
    },
  };
};
