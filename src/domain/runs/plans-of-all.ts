import type { Build } from '#domain/builds/build.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';

/** Stored plans with the hash that they lie under. */
export type KnownPlans = { hash: string; plans: PlanDocument };

/**
 * The plans of the newest of these builds (newest first) that has planned all of the journeys; else the places in `journeyIds` of those that
 * the newest has not; undefined without a build that was planned.
 */
export const plansOfAll = async (
  builds: readonly Build[],
  journeyIds: readonly string[],
  read: (hash: string) => Promise<PlanDocument>,
): Promise<KnownPlans | number[] | undefined> => {
  let strangers: number[] | undefined;
  for (const hash of new Set(builds.flatMap(({ plansHash }) => plansHash ?? []))) {
    const plans = await read(hash);
    const planned = new Set(plans.bundle.plans.map(({ journeyId }) => journeyId));
    const missing = journeyIds.flatMap((id, index) => (planned.has(id) ? [] : [index]));
    if (missing.length === 0) return { hash, plans };
    strangers ??= missing;
  }
  return strangers;
};
