import { listProjects } from '#contract/endpoints/projects.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const listProjectsTool = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'The projects of a workspace, newest first; archived ones only with includeArchived.',
  effect: 'reads',
  input: z.object({ workspaceId: uuid, ...listProjects.request.query.shape }),
  output: listProjects.success.body,
  run: ({ workspaceId, ...query }, call) => call(listProjects, { path: { workspaceId }, query }),
});
