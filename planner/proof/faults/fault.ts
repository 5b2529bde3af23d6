import type { Rule } from '#verifier/plan/rule.ts';

import type { FaultId } from '../../journeys/model/fault-id.ts';

/** A fault that a proof plants in the mock. Which operations it applies to stands in mutant.ts. */
export type Fault = Rule & {
  fault: FaultId;
  /** The fault leaves or shows wrong state. Journeys about other operations find it, too. */
  ofState?: true;
  /** Only a request by another persona, or by none, shows the fault. */
  ofIdentity?: true;
};
