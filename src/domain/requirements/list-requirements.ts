import type { listRequirements as endpoint } from '#contract/endpoints/requirements.ts';
import { pageOf } from '#contract/pagination.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { readStates } from '#domain/coverage/journey-states.ts';
import { counts } from '#domain/coverage/waiver-rules.ts';
import type { UseCase } from '#domain/use-case.ts';
import { readRequirementStates } from './read-requirement-states.ts';
import { waivedIn } from './requirement-rules.ts';

/** The requirements of a feature in the order of its documents, each with the journeys that prove it and what their last runs have shown. */
export const listRequirements: UseCase<typeof endpoint> = async ({ scope, head, query }, ports, runtime) => {
  const [plans, states, waivers, requirementsOf] = await Promise.all([
    currentPlans(scope, head, ports),
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
    ports['waivers:read'].list(scope),
    readRequirementStates(scope, ports),
  ]);
  const now = runtime.now();
  const live = waivers.filter((waiver) => counts(waiver, now));
  const shown = requirementsOf({ plans, states, waived: waivedIn(live) });
  const wanted = query.verdict?.toUpperCase();
  return {
    body: pageOf(
      shown.filter(({ verdict }) => !wanted || verdict === wanted),
      query,
    ),
  };
};
