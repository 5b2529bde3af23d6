import { createPersona } from '#contract/endpoints/personas.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

const { name, description, authType, scope, envVar } = createPersona.request.body.shape;

export const createPersonaTool = defineTool({
  name: 'create_persona',
  title: 'Create a persona',
  description:
    'A new identity for the journeys of a project. The description says what it may do ("may only read"), and decides which refusals are checked. Send no credentials: they stay in its variable. Next: publish_feature_spec.',
  effect: 'writes again',
  input: z.object({ workspaceId: uuid, projectId: uuid, name, description, authType, scope, envVar }),
  output: createPersona.success.body,
  run: ({ workspaceId, projectId, ...body }, call) => call(createPersona, { path: { workspaceId, projectId }, body }),
});
