import { createProject } from '#contract/endpoints/projects.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

const { name, description } = createProject.request.body.shape;

export const createProjectTool = defineTool({
  name: 'create_project',
  title: 'Create a project',
  description: 'A new project in a workspace. Look with list_projects first: names need not be unique.',
  effect: 'writes again',
  input: z.object({ workspaceId: uuid, name, description }),
  output: createProject.success.body,
  run: ({ workspaceId, ...body }, call) => call(createProject, { path: { workspaceId }, body }),
});
