import { rankEdits } from '#planner/rules/rank-edits.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { ErrorDocument } from '#verifier/result/result.ts';
import { explainNothing } from './explain-plans.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

/**
 * Ends a command whose spec gave no plan: the causes, merged, the edit that would free most operations first (planner and verifier §4.4,
 * §8.1). Exit code 2.
 */
export const endWithoutPlans = (
  { dropped, operations }: Pick<PlannedFeature, 'dropped' | 'operations'>,
  isJson: boolean,
  { stdout, stderr }: RunIo,
): number => {
  const [best] = rankEdits(dropped, operations);
  const error = {
    code: 'NO_EXECUTABLE_PLANS',
    message: 'No journey of this spec can be verified.',
    fix: best?.edit ?? 'Publish a spec with at least one operation that creates a resource.',
  };
  const document: ErrorDocument = { error, reason: 'NO_EXECUTABLE_PLANS', journeys: [], dropped };
  if (isJson) stdout(`${JSON.stringify(document, null, 2)}\n`);
  stderr(
    `${[`${error.code}: ${error.message}`, 'What would help most:', ...explainNothing(dropped, operations)].join('\n')}\n`,
  );
  return 2;
};
