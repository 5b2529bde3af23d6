import type { getCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { readRequirementStates } from '#domain/requirements/read-requirement-states.ts';
import { waivedIn } from '#domain/requirements/requirement-rules.ts';
import { toldRequirements } from '#domain/requirements/told-requirements.ts';
import { currentCoverage } from './current-coverage.ts';
import { showWaiver } from './waiver-rules.ts';

/** The coverage report of a feature against its current spec. */
export const getCoverage: UseCase<typeof endpoint> = async ({ scope, head }, ports, runtime) => {
  const now = runtime.now();
  const [{ coverage, plans, states, live }, requirementsOf] = await Promise.all([
    currentCoverage(scope, head, ports, now),
    readRequirementStates(scope, ports),
  ]);
  const requirements = requirementsOf({ plans, states, waived: waivedIn(live) });
  return {
    body: {
      featureId: scope.featureId,
      specHash: head.specHash,
      buildId: plans === undefined ? null : head.currentBuildId,
      ...coverage,
      requirements: toldRequirements(requirements),
      waivedManual: coverage.waivedManual.map(({ waiver, ...journey }) => ({
        ...journey,
        waiver: showWaiver(waiver, now),
      })),
    },
  };
};
