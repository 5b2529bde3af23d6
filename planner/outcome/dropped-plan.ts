import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

/** Reasons to drop a plan, each with the generation rule of specification §4 that it breaks. Null: it breaks none. */
export const DROP_RULES = {
  NOT_CREATABLE: 1,
  OUTCOME_NOT_SHOWN: 3,
  NO_PRODUCED_VALUE: 4,
  NEGATIVE_STATUS_NOT_VERIFIABLE: 5,
  NO_VALUE_FITS: 6,
  NO_SECOND_VALUE: 6,
  AMBIGUOUS_PERSONA: null,
  NO_PERSONAS: null,
  CONTRADICTORY_REQUIREMENTS: null,
  KILLS_NO_MUTANT: null,
  REFUSALS_ALONE: 4,
  DUPLICATE: null,
  OUT_OF_TIME: null,
} as const;

export type DropReason = keyof typeof DROP_RULES;

/** A journey that was not kept, with the reason and the edit that would help. */
export type DroppedPlan = {
  name: string;
  kind: PlanKind;
  operations: string[];
  personas: string[];
  reason: DropReason;
  rule: (typeof DROP_RULES)[DropReason];
  /** JSON Pointer to the cause in the spec, else to the operation that the journey is about. Absent if unknown. */
  pointer?: string;
  detail: string;
  edit: string;
};

/** Advice for an operation that no edit of the spec can cover. */
export const NO_EDIT = 'No edit of the spec would help: look at it yourself, or waive it.';

const NOT_ABOUT_THE_SPEC = new Set<DropReason>([
  'NO_PERSONAS',
  'AMBIGUOUS_PERSONA',
  'CONTRADICTORY_REQUIREMENTS',
  'DUPLICATE',
  'REFUSALS_ALONE',
]);

/**
 * False if the cause is in the personas, the requirements or other journeys. True for other drops.
 */
export function isAboutTheSpec({ reason }: DroppedPlan): boolean {
  return !NOT_ABOUT_THE_SPEC.has(reason);
}

/** Reason why a journey cannot be kept or built. */
export type Drop = { reason: DropReason; pointer?: string; detail: string; edit: string };

/** Error of a journey that cannot be built. */
export class CannotPlan extends Error {
  override readonly name = 'CannotPlan';
  readonly drop: Drop;
  constructor(drop: Drop) {
    super(drop.detail);
    this.drop = drop;
  }
}

/**
 * Returns the error for a part of a request without a valid value. With `most`: a valid value has more parts than that.
 */
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

/** Returns the entry for a dropped plan or sketch. Its pointer is `subjectPointer` if the drop has none. */
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
