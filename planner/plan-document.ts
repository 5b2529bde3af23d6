import type { Json } from '#verifier/plan/plan.ts';
import { canonicalJson } from './intake/json/canonical-json.ts';
import type { PlannedFeature } from './outcome/planned-feature.ts';

/**
 * Returns the text that `--plan-out` and `dezycro plan` write: `{jepVersion, specHash, plans, dropped}` as canonical
 * JSON. `plans` may be empty.
 */
export function planDocument({ bundle, dropped }: Pick<PlannedFeature, 'bundle' | 'dropped'>): string {
  const { jepVersion, specHash, plans } = bundle;
  return canonicalJson({ jepVersion, specHash, plans, dropped } as unknown as Json);
}
