import type { getAccessMatrix as endpoint } from '#contract/endpoints/coverage.ts';
import type { UseCase } from '#domain/use-case.ts';
import { currentPlans } from './current-plans.ts';
import { readStates } from './journey-states.ts';
import { matrixOf } from './matrix-rules.ts';

/** Who was seen to do what against the current spec; empty while it has no verifier. */
export const getAccessMatrix: UseCase<typeof endpoint> = async ({ scope, head }, ports) => {
  const [plans, states] = await Promise.all([
    currentPlans(scope, head, ports),
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
  ]);
  const matrix = plans === undefined ? { operations: [], personas: [], cells: [] } : matrixOf(plans, states);
  return { body: { specHash: head.specHash, ...matrix } };
};
