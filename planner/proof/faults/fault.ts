import type { Rule } from '#verifier/plan/rule.ts';

import type { FaultId } from '../../journeys/model/fault-id.ts';

/** A fault that a proof plants. Where it applies stands in mutant.ts, what it does in the mock. */
export type Fault = Rule & {
  fault: FaultId;
  /** Leaves wrong state behind, or shows old state: found by journeys about other operations, too. */
  ofState?: true;
  /** Shows only to another identity. */
  ofIdentity?: true;
};
