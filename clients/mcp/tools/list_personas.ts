import { listPersonas } from '#contract/endpoints/personas.ts';
import { pageQuery } from '#contract/pagination.ts';
import { personaScope } from '#contract/schemas/personas.ts';
import { optional, uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const listPersonasTool = defineTool({
  name: 'list_personas',
  title: 'List personas',
  description:
    'The identities that the journeys of a project use against the API under test, with the variable that carries the credentials of each. None: journeys run as nobody.',
  effect: 'reads',
  input: z.object({ workspaceId: uuid, projectId: uuid, ...pageQuery, scope: optional(personaScope) }),
  output: listPersonas.success.body,
  run: ({ workspaceId, projectId, ...query }, call) => call(listPersonas, { path: { workspaceId, projectId }, query }),
});
