import type { PlanBundle } from '#verifier/plan/plan.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { type Patch, planPatches, PlanTooLarge } from './plan-patches.ts';
import type { BinaryPlatform, RunnerEntry } from './runner-manifest.ts';

/** What makes one native runner the verifier of a bundle. */
export type NativePatches = { platform: BinaryPlatform; entry: RunnerEntry; patches: Patch[] };

/** That of each platform; those whose slot the bundle does not fit into are left out. */
export const nativePatches = (
  bundle: PlanBundle,
  binaries: Partial<Record<BinaryPlatform, RunnerEntry>>,
): NativePatches[] => {
  const slotText = encodePlanSlot(bundle);
  return Object.entries(binaries).flatMap(([platform, entry]) => {
    try {
      return [{ platform: platform as BinaryPlatform, entry, patches: planPatches(slotText, entry) }];
    } catch (error) {
      if (error instanceof PlanTooLarge) return [];
      throw error;
    }
  });
};
