import { recordRun } from '#contract/endpoints/verifier-runs.ts';
import { resultsToRecord } from '#contract/schemas/recorded-runs.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { recordResults } from '../../api/record-results.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const recordVerifierRunTool = defineTool({
  name: 'record_verifier_run',
  title: 'Record a run',
  description:
    'Records what the verifier printed with --json. Answers the verdict of every journey and what changed since the run before; the same results twice are one run. Next: get_coverage_report.',
  effect: 'writes once',
  input: z.object({ workspaceId: uuid, featureId: uuid, results: resultsToRecord }),
  output: recordRun.success.body,
  run: async ({ workspaceId, featureId, results }, call) =>
    recordResults(call, await featureAt(call, featureId, workspaceId), results, { baseUrl: results.baseUrl ?? null }),
});
