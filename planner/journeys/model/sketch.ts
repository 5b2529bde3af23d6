import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { RequirementSource } from '../../personas/required-refusal.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { FaultId } from './fault-id.ts';
import type { Journey } from './journey.ts';
import type { WorkbookJourney } from './workbook-journey.ts';

/** A journey that a shape proposes. `build` adds its steps to the journey, or throws CannotPlan. */
export type Proposal = {
  /** Absent: the kind of the shape. */
  kind?: PlanKind;
  name: string;
  /** The operation that the journey tests. */
  subject: Operation;
  /**
   * Names of the personas that the journey tests, beside the one that creates. They are part of the journey's id,
   * except in a journey of the workbook.
   */
  personas: string[];
  /** Tells journeys of the same kind, subject and personas apart. "" for the plain one, if the kind has one. */
  variant: string;
  /** The requirements that demand the journey; absent if it is planned for another reason. */
  requirements?: RequirementSource[];
  /** The journey of the workbook that it is, with its own id, name, persona and enforcement. */
  workbook?: WorkbookJourney;
  build: (journey: Journey) => void;
};

/** A proposal with its kind. The proof must contain one of the faults in `finds`; absent: one of those of the kind. */
export type Sketch = Proposal & { kind: PlanKind; finds?: readonly FaultId[] | undefined };
