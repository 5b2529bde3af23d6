import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { Operation } from '../../intake/model/operation.ts';
import type { FaultId } from './fault-id.ts';
import type { Journey } from './journey.ts';

/** A journey that a shape proposes; `build` adds its steps or throws CannotPlan. */
export type Proposal = {
  /** Absent: that of the shape. */
  kind?: PlanKind;
  name: string;
  /** The operation that the journey is about. */
  subject: Operation;
  /** Personas that the journey is about, beside the one that creates; part of its identity. */
  personas: string[];
  /** Distinguishes journeys of the same kind, subject and personas; "" for the first. */
  variant: string;
  build: (journey: Journey) => void;
};

/** A proposal with its kind, and the faults that its shape seeks in place of those of the kind. */
export type Sketch = Proposal & { kind: PlanKind; finds?: readonly FaultId[] | undefined };
