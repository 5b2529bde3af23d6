import { listFeatures } from '#contract/endpoints/features.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const listFeaturesTool = defineTool({
  name: 'list_features',
  title: 'List features',
  description: 'The features of a project, newest first, each with its status and current build.',
  effect: 'reads',
  input: z.object({ workspaceId: uuid, projectId: uuid, ...listFeatures.request.query.shape }),
  output: listFeatures.success.body,
  run: ({ workspaceId, projectId, ...query }, call) => call(listFeatures, { path: { workspaceId, projectId }, query }),
});
