import { updatePersona } from '#contract/endpoints/personas.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

const { name, description, authType, envVar } = updatePersona.request.body.shape;

export const updatePersonaTool = defineTool({
  name: 'update_persona',
  title: 'Change a persona',
  description:
    'Changes what is given of a persona (list_personas names its id). Journeys know it after the next publish_feature_spec.',
  effect: 'writes once',
  input: z.object({ workspaceId: uuid, projectId: uuid, personaId: uuid, name, description, authType, envVar }),
  output: updatePersona.success.body,
  run: ({ workspaceId, projectId, personaId, ...body }, call) =>
    call(updatePersona, { path: { workspaceId, projectId, personaId }, body }),
});
