import type { DroppedPlan } from '#planner/rules/dropped-plan.ts';
import type { RunIo } from '#verifier/cli/run-verifier.ts';
import type { ErrorDocument } from '#verifier/result/result.ts';

/** Ends a command whose spec gave no plan: every cause with its mending edit (planner and verifier §4.4, §8.1). Exit code 2. */
export const endWithoutPlans = (dropped: DroppedPlan[], isJson: boolean, { stdout, stderr }: RunIo): number => {
  const edits = [...new Set(dropped.map(({ edit }) => edit))];
  const error = {
    code: 'NO_EXECUTABLE_PLANS',
    message: 'No journey of this spec can be verified.',
    fix: edits[0] ?? 'Publish a spec with at least one operation that creates a resource.',
  };
  const document: ErrorDocument = { error, reason: 'NO_EXECUTABLE_PLANS', journeys: [], dropped };
  if (isJson) stdout(`${JSON.stringify(document, null, 2)}\n`);
  stderr(`${error.code}: ${error.message}\n`);
  for (const { name, reason, detail, edit } of dropped) stderr(`  ${name}: ${reason}. ${detail} ${edit}\n`);
  return 2;
};
