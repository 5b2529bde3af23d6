import type { getShipStatus as endpoint } from '#contract/endpoints/coverage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { readRequirementStates } from '#domain/requirements/read-requirement-states.ts';
import { waivedIn } from '#domain/requirements/requirement-rules.ts';
import { refutedBy } from '#domain/requirements/told-requirements.ts';
import { currentCoverage } from './current-coverage.ts';
import { shipBlockers } from './ship-rules.ts';

/** Whether the feature can ship now, by what its runs have shown against the current spec. */
export const getShipStatus: UseCase<typeof endpoint> = async ({ scope, head, query }, ports, runtime) => {
  const [standing, requirementsOf] = await Promise.all([
    currentCoverage(scope, head, ports, runtime.now()),
    readRequirementStates(scope, ports),
  ]);
  const { plans, states, live } = standing;
  const refuted = refutedBy(requirementsOf({ plans, states, waived: waivedIn(live) }));
  const blockers = shipBlockers({ specHash: head.specHash, ...standing }, query.commitId).map((blocker) => {
    const requirements = blocker.code === 'DECISIVE_FAILURE' ? refuted.get(blocker.journeyId ?? '') : undefined;
    return requirements === undefined ? blocker : { ...blocker, requirements };
  });
  const { specHash } = head;
  return { body: { ship: blockers.length === 0, specHash, commitId: query.commitId ?? null, blockers } };
};
