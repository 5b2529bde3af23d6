import { createFeature } from '#contract/endpoints/features.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const createFeatureTool = defineTool({
  name: 'create_feature',
  title: 'Create a feature',
  description: 'A new feature in a project; publish its spec next with publish_feature_spec.',
  effect: 'writes again',
  input: z.object({ workspaceId: uuid, projectId: uuid, ...createFeature.request.body.shape }),
  output: createFeature.success.body,
  run: ({ workspaceId, projectId, ...body }, call) => call(createFeature, { path: { workspaceId, projectId }, body }),
});
