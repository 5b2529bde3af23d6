import { waiveCoverage } from '#contract/endpoints/coverage.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const waiveCoverageTool = defineTool({
  name: 'waive_coverage',
  title: 'Waive a journey or a gap',
  description:
    'The owner of the token answers for a journey that does not pass (journeyId) or an operation of flowGaps (operation): until expiresAt it blocks nothing. Only on a person’s word, with the reason that they gave.',
  effect: 'writes once',
  input: z.object({ workspaceId: uuid, featureId: uuid, ...waiveCoverage.request.body.shape }),
  output: waiveCoverage.success.body,
  run: async ({ workspaceId, featureId, ...body }, call) =>
    call(waiveCoverage, { path: await featureAt(call, featureId, workspaceId), body }),
});
