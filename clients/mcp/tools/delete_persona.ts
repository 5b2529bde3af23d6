import { deletePersona } from '#contract/endpoints/personas.ts';
import { uuid, uuidOut } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const deletePersonaTool = defineTool({
  name: 'delete_persona',
  title: 'Delete a persona',
  description: 'Removes a persona of a project. Journeys do without it after the next publish_feature_spec.',
  effect: 'writes once',
  input: z.object({ workspaceId: uuid, projectId: uuid, personaId: uuid }),
  output: z.object({ personaId: uuidOut }),
  run: async ({ workspaceId, projectId, personaId }, call) => {
    await call(deletePersona, { path: { workspaceId, projectId, personaId } });
    return { personaId };
  },
});
