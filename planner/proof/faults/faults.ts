import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { FaultId } from '../../journeys/model/fault-id.ts';
import { KIND_FACTS } from '../../journeys/model/kind-facts.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';
import type { Fault } from './fault.ts';
import { ITEM_FAULTS } from './item-faults.ts';
import { LIST_FAULTS } from './list-faults.ts';
import { WRITE_FAULTS } from './write-faults.ts';

const ALL = [...ANSWER_FAULTS, ...WRITE_FAULTS, ...ITEM_FAULTS, ...LIST_FAULTS] as const;

/** Fails to compile where a fault id has no entry: the type names it. */
type Missing = Exclude<FaultId, (typeof ALL)[number]['fault']>;

/** Every fault that a proof plants. */
export const FAULTS: [Missing] extends [never] ? readonly Fault[] : Missing = ALL;

function faultsThat(isMeant: (fault: Fault) => boolean): ReadonlySet<FaultId> {
  return new Set(FAULTS.filter(isMeant).map(({ fault }) => fault));
}

/** Faults that leave wrong state behind or show old state. */
export const STATE_FAULTS = faultsThat(({ ofState }) => ofState === true);

/** Faults that show only to another identity. */
const IDENTITY_FAULTS = faultsThat(({ ofIdentity }) => ofIdentity === true);

/** Faults that only journeys of the kinds that name them are made to find. */
const FAULTS_OF_KINDS: ReadonlySet<FaultId> = new Set(
  Object.values(KIND_FACTS).flatMap(({ findsAlone = [] }) => findsAlone),
);

/** Whether a fault in a journey's own operation tells something about a journey of this kind. */
export function concernsKind(fault: FaultId, kind: PlanKind): boolean {
  const isOfKind = !FAULTS_OF_KINDS.has(fault) || KIND_FACTS[kind].findsAlone?.includes(fault) === true;
  return !IDENTITY_FAULTS.has(fault) && isOfKind;
}
