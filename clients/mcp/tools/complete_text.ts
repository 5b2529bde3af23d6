import { completeText } from '#contract/endpoints/assistance.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const completeTextTool = defineTool({
  name: 'complete_text',
  title: 'Complete a text',
  description:
    'What may stand at the cursor of a document or a page, between before and after; an empty text where nothing suggests itself. Nothing is stored; it uses AI tokens of the tenant.',
  effect: 'writes again',
  input: z.object({ workspaceId: uuid, ...completeText.request.body.shape }),
  output: completeText.success.body,
  run: ({ workspaceId, ...body }, call) => call(completeText, { path: { workspaceId }, body }),
});
