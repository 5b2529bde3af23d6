import type { getShipStatus as endpoint } from '#contract/endpoints/coverage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { currentCoverage } from './current-coverage.ts';
import { shipBlockers } from './ship-rules.ts';

/** Whether the feature can ship now, by what its runs have shown against the current spec. */
export const getShipStatus: UseCase<typeof endpoint> = async ({ scope, head, query }, ports, runtime) => {
  const standing = await currentCoverage(scope, head, ports, runtime.now());
  const blockers = shipBlockers({ specHash: head.specHash, ...standing }, query.commitId);
  const { specHash } = head;
  return { body: { ship: blockers.length === 0, specHash, commitId: query.commitId ?? null, blockers } };
};
