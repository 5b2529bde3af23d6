import type { Json } from '#verifier/plan/plan.ts';
import { canonicalJson } from './intake/json/canonical-json.ts';
import type { PlannedFeature } from './outcome/planned-feature.ts';

/**
 * The output of `--plan-out` and `dezycro plan` (planner and verifier §8): {jepVersion, specHash, plans, dropped} as
 * canonical JSON, also without plans.
 */
export function planDocument({ bundle, dropped }: Pick<PlannedFeature, 'bundle' | 'dropped'>): string {
  const { jepVersion, specHash, plans } = bundle;
  return canonicalJson({ jepVersion, specHash, plans, dropped } as unknown as Json);
}
