import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { FaultId } from '../../journeys/model/fault-id.ts';
import { KIND_FACTS } from '../../journeys/model/kind-facts.ts';

/** Faults that leave wrong state behind or show old state. */
export const STATE_FAULTS: ReadonlySet<FaultId> = new Set([
  'write-not-stored',
  'partial-write',
  'value-altered',
  'stale-read',
  'not-in-list',
  'delete-no-op',
  'action-no-op',
  'action-on-other-item',
  'job-never-finishes',
  'job-result-lost',
  'child-under-wrong-parent',
  'child-not-counted',
]);

/** Faults that only another identity can observe. */
const OF_IDENTITY: ReadonlySet<FaultId> = new Set(['authentication-ignored', 'other-user-allowed']);

/** Faults that only journeys of the kinds that name them are made to find. */
const OF_KIND: ReadonlySet<FaultId> = new Set(Object.values(KIND_FACTS).flatMap(({ findsAlone = [] }) => findsAlone));

/** Whether a fault in a journey's own operation tells something about a journey of this kind. */
export function concernsKind(fault: FaultId, kind: PlanKind): boolean {
  return !OF_IDENTITY.has(fault) && (!OF_KIND.has(fault) || KIND_FACTS[kind].findsAlone?.includes(fault) === true);
}
