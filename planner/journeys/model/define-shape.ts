import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { Rule } from '#verifier/plan/rule.ts';

import type { FaultId } from './fault-id.ts';
import type { Planning } from './planning.ts';
import type { Proposal, Sketch } from './sketch.ts';

/** A shape: it proposes journeys for its subject, such as a resource, an update, a file or an operation. */
export type Shape<Subject extends unknown[]> = Rule & {
  kind: PlanKind;
  /** The proof of each of its journeys must contain one of these faults. Absent: one of those of the kind. */
  finds?: readonly FaultId[];
  propose: (planning: Planning, ...subject: Subject) => Proposal[];
};

/** Returns the shape itself; the parameter's type checks that no member is missing. */
export function defineShape<Subject extends unknown[]>(shape: Shape<Subject>): Shape<Subject> {
  return shape;
}

/** Returns the journeys that a shape proposes for one subject, each with the shape's kind unless it names its own. */
export function sketchesBy<Subject extends unknown[]>(
  { kind, finds, propose }: Shape<Subject>,
  planning: Planning,
  ...subject: Subject
): Sketch[] {
  return propose(planning, ...subject).map((proposal) => ({ kind, finds, ...proposal }));
}
