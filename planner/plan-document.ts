import type { Json } from '#verifier/plan/plan.ts';
import type { TracedSentence } from '#verifier/reporters/reporter.ts';
import { canonicalJson } from './intake/json/canonical-json.ts';
import type { PlannedFeature } from './outcome/planned-feature.ts';

/**
 * Returns the text that `--plan-out` and `dezycro plan --json` write: `{jepVersion, specHash, plans, dropped}` as
 * canonical JSON. `plans` may be empty. `requirements` has the traced sentences, and is absent without any.
 */
export function planDocument(
  { bundle, dropped }: Pick<PlannedFeature, 'bundle' | 'dropped'>,
  traced: readonly TracedSentence[] = [],
): string {
  const { jepVersion, specHash, plans } = bundle;
  const requirements = traced.length > 0 ? { requirements: traced } : {};
  return canonicalJson({ jepVersion, specHash, plans, dropped, ...requirements } as unknown as Json);
}
