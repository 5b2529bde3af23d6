import { type DroppedPlan, type DropReason, NO_EDIT } from '../outcome/dropped-plan.ts';
import type { OperationCoverage } from '../outcome/planned-feature.ts';

/** One edit of the spec, the personas or the requirements, with what it would make possible. */
export type RankedEdit = {
  edit: string;
  reason: DropReason;
  detail: string;
  /** JSON Pointer to the cause in the spec, or to the operation of the first dropped journey. Absent if unknown. */
  pointer?: string;
  /** Keys of the uncovered operations that this edit would help to cover. */
  frees: string[];
  /** Number of the dropped journeys that this edit would help. */
  journeys: number;
};

/**
 * Returns the distinct edits that would cover more. An edit that helps more operations comes first; of equal ones, the
 * one that helps more journeys. Gaps that no edit closes, duplicates and refusals alone are left out.
 */
export function rankEdits(dropped: DroppedPlan[], operations: OperationCoverage[]): RankedEdit[] {
  const uncovered = new Map(
    operations.filter(({ journeyIds }) => journeyIds.length === 0).map((one) => [one.operation, one]),
  );
  const edits = new Map<string, RankedEdit & { freed: Set<string> }>();
  const add = (cause: Pick<DroppedPlan, 'edit' | 'reason' | 'detail' | 'pointer'>, of: string[], journeys: number) => {
    const { edit, reason, detail, pointer } = cause;
    const place = pointer === undefined ? {} : { pointer };
    const known = edits.get(edit) ?? { edit, reason, detail, ...place, frees: [], journeys: 0, freed: new Set() };
    for (const operation of of) {
      const free = uncovered.get(operation);
      if (free) known.freed.add(free.key);
    }
    known.journeys += journeys;
    edits.set(edit, known);
  };
  for (const one of dropped)
    if (one.reason !== 'DUPLICATE' && one.reason !== 'REFUSALS_ALONE') add(one, one.operations, 1);
  for (const { gap, operation } of operations) if (gap && gap.edit !== NO_EDIT) add(gap, [operation], 0);
  return [...edits.values()]
    .map(({ freed, ...edit }) => ({ ...edit, frees: [...freed] }))
    .sort((left, right) => right.frees.length - left.frees.length || right.journeys - left.journeys);
}
