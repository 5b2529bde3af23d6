import { getFeature } from '#contract/endpoints/features.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const getFeatureTool = defineTool({
  name: 'get_feature',
  title: 'Show a feature',
  description: 'A feature with its status (DRAFT, SPEC_PUBLISHED, VERIFIED), spec hash and current build.',
  effect: 'reads',
  input: z.object({ featureId: uuid }),
  output: getFeature.success.body,
  run: async ({ featureId }, call) => call(getFeature, { path: await featureAt(call, featureId) }),
});
