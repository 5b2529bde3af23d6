import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { FaultId } from '../../journeys/model/fault-id.ts';
import { KIND_FACTS } from '../../journeys/model/kind-facts.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';
import type { Fault } from './fault.ts';
import { ITEM_FAULTS } from './item-faults.ts';
import { LIST_FAULTS } from './list-faults.ts';
import { WRITE_FAULTS } from './write-faults.ts';

const ALL = [...ANSWER_FAULTS, ...WRITE_FAULTS, ...ITEM_FAULTS, ...LIST_FAULTS] as const;

/** The fault ids without an entry in `ALL`. If there are any, `FAULTS` does not compile and its error names them. */
type Missing = Exclude<FaultId, (typeof ALL)[number]['fault']>;

/** All faults that a proof plants. */
export const FAULTS: [Missing] extends [never] ? readonly Fault[] : Missing = ALL;

function faultsThat(isMeant: (fault: Fault) => boolean): ReadonlySet<FaultId> {
  return new Set(FAULTS.filter(isMeant).map(({ fault }) => fault));
}

/** Faults that store or show wrong state. */
export const STATE_FAULTS = faultsThat(({ ofState }) => ofState === true);

/** Faults that only a request by another persona, or by none, shows. */
const IDENTITY_FAULTS = faultsThat(({ ofIdentity }) => ofIdentity === true);

/** Faults that only journeys of certain kinds look for: those in a `findsAlone` of KIND_FACTS. */
const FAULTS_OF_KINDS: ReadonlySet<FaultId> = new Set(
  Object.values(KIND_FACTS).flatMap(({ findsAlone = [] }) => findsAlone),
);

/**
 * True if journeys of this kind are tried on the fault in their own operation. False for faults that only another
 * caller's request shows, and for those that only other kinds look for.
 */
export function concernsKind(fault: FaultId, kind: PlanKind): boolean {
  const isOfKind = !FAULTS_OF_KINDS.has(fault) || KIND_FACTS[kind].findsAlone?.includes(fault) === true;
  return !IDENTITY_FAULTS.has(fault) && isOfKind;
}
