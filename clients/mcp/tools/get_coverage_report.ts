import { getCoverage } from '#contract/endpoints/coverage.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const getCoverageReportTool = defineTool({
  name: 'get_coverage_report',
  title: 'Show the coverage',
  description:
    'What the recorded runs have shown of a feature, in buckets; flowGaps names operations without a journey, with the edit that would help. While lifecycleBlocking is true the feature does not become VERIFIED.',
  effect: 'reads',
  input: z.object({ workspaceId: uuid, featureId: uuid }),
  output: getCoverage.success.body,
  run: async ({ workspaceId, featureId }, call) =>
    call(getCoverage, { path: await featureAt(call, featureId, workspaceId) }),
});
