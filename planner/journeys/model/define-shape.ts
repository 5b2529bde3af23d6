import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { Rule } from '#verifier/plan/rule.ts';

import type { FaultId } from './fault-id.ts';
import type { Planning } from './planning.ts';
import type { Proposal, Sketch } from './sketch.ts';

/** A plan shape: proposes journeys for a resource, an update, a file, an operation, or the kept plans. */
export type Shape<Subject extends unknown[]> = Rule & {
  kind: PlanKind;
  /** The faults that its journeys exist to find. Absent: those of the kind. */
  finds?: readonly FaultId[];
  propose: (planning: Planning, ...subject: Subject) => Proposal[];
};

/** A shape for a registry of shapes.ts: the type checks that nothing is missing. */
export function defineShape<Subject extends unknown[]>(shape: Shape<Subject>): Shape<Subject> {
  return shape;
}

/** The sketches of a shape for one subject. */
export function sketchesBy<Subject extends unknown[]>(
  { kind, finds, propose }: Shape<Subject>,
  planning: Planning,
  ...subject: Subject
): Sketch[] {
  return propose(planning, ...subject).map((proposal) => ({ kind, finds, ...proposal }));
}
