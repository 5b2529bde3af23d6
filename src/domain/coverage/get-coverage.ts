import type { getCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { currentCoverage } from './current-coverage.ts';
import { showWaiver } from './waiver-rules.ts';

/** The coverage report of a feature against its current spec. */
export const getCoverage: UseCase<typeof endpoint> = async ({ scope, head }, ports, runtime) => {
  const now = runtime.now();
  const { coverage, plans } = await currentCoverage(scope, head, ports, now);
  return {
    body: {
      featureId: scope.featureId,
      specHash: head.specHash,
      buildId: plans === undefined ? null : head.currentBuildId,
      ...coverage,
      waivedManual: coverage.waivedManual.map(({ waiver, ...journey }) => ({
        ...journey,
        waiver: showWaiver(waiver, now),
      })),
    },
  };
};
