import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

/** Why a plan was not kept; the number is the generation rule of specification §4 that it breaks, where one does. */
export const DROP_RULES = {
  NOT_CREATABLE: 1,
  OUTCOME_NOT_SHOWN: 3,
  NO_PRODUCED_VALUE: 4,
  NEGATIVE_STATUS_NOT_VERIFIABLE: 5,
  NO_VALUE_FITS: 6,
  NO_SECOND_VALUE: 6,
  AMBIGUOUS_PERSONA: null,
  NO_PERSONAS: null,
  KILLS_NO_MUTANT: null,
  REFUSALS_ALONE: 4,
  DUPLICATE: null,
  OUT_OF_TIME: null,
} as const;

export type DropReason = keyof typeof DROP_RULES;

/** A journey that could have been, with the edit of the spec that would help (planner and verifier §4.4). */
export type DroppedPlan = {
  name: string;
  kind: PlanKind;
  operations: string[];
  personas: string[];
  reason: DropReason;
  rule: (typeof DROP_RULES)[DropReason];
  /** JSON Pointer into the spec of what stands in the way; absent where it is not in the spec. */
  pointer?: string;
  detail: string;
  edit: string;
};

/** Advice for an operation that belongs to no resource: inspect or waive it. */
export const NO_EDIT = 'No edit of the spec would help: look at it yourself, or waive it.';

const NOT_ABOUT_THE_SPEC = new Set<DropReason>(['NO_PERSONAS', 'AMBIGUOUS_PERSONA', 'DUPLICATE', 'REFUSALS_ALONE']);

/** True if an edit of the spec would help, and not more personas or another journey. */
export function isAboutTheSpec({ reason }: DroppedPlan): boolean {
  return !NOT_ABOUT_THE_SPEC.has(reason);
}

/** Why a journey cannot stay or be built. */
export type Drop = { reason: DropReason; pointer?: string; detail: string; edit: string };

/** Thrown while a journey is being built and it turns out that it cannot be. */
export class CannotPlan extends Error {
  override readonly name = 'CannotPlan';
  readonly drop: Drop;
  constructor(drop: Drop) {
    super(drop.detail);
    this.drop = drop;
  }
}

/** No value could be made for a part of a request; `most`: it would take more values than so many. */
export function noValue(pointer: string, what: string, most?: number): CannotPlan {
  return new CannotPlan({
    reason: 'NO_VALUE_FITS',
    pointer,
    detail:
      most === undefined
        ? `No value could be made for ${what}.`
        : `A value for ${what} takes more than ${most.toLocaleString('en')} values in it.`,
    edit: `Give ${what} an "example" that fits its schema.`,
  });
}

/** The entry of the dropped list for a plan or sketch; `subjectPointer` is the place where the drop names none. */
export function droppedPlan(
  what: { name: string; kind: PlanKind; operations: string[]; personas: string[] },
  { reason, pointer, detail, edit }: Drop,
  subjectPointer?: string,
): DroppedPlan {
  const { name, kind, operations, personas } = what;
  const at = pointer ?? subjectPointer;
  const place = at === undefined ? {} : { pointer: at };
  return { name, kind, operations, personas, reason, rule: DROP_RULES[reason], ...place, detail, edit };
}
