import type { Rule } from '#verifier/plan/rule.ts';

import type { FaultId } from '../../journeys/model/fault-id.ts';

/** A fault that a proof plants in the mock. `allMutants` says to which operations it applies. */
export type Fault = Rule & {
  fault: FaultId;
  /** The fault stores or shows wrong state, so that journeys about other operations of the resource may find it too. */
  ofState?: true;
  /** Only a request by another persona, or by none, shows the fault. */
  ofIdentity?: true;
};
