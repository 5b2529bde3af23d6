import { type Drop, type DroppedPlan, isAboutTheSpec } from '../outcome/dropped-plan.ts';
import type { PlannedFeature } from '../outcome/planned-feature.ts';

/** Returns the known cause of each gap, by operationId: the reason and the edit of the spec that would help, if any. */
export function causesOfGaps({
  operations,
  dropped,
}: Pick<PlannedFeature, 'operations' | 'dropped'>): Map<string, Drop | DroppedPlan> {
  const causes = new Map<string, DroppedPlan>();
  for (const one of dropped.filter(isAboutTheSpec))
    for (const operation of one.operations) if (!causes.has(operation)) causes.set(operation, one);
  const uncovered = operations.filter(({ journeyIds }) => journeyIds.length === 0);
  return new Map(
    uncovered.flatMap(({ operation, gap }) => {
      const cause = gap ?? causes.get(operation);
      return cause ? [[operation, cause] as const] : [];
    }),
  );
}
