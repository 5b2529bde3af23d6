import { chat } from '#contract/endpoints/assistance.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const askAboutFeatureTool = defineTool({
  name: 'ask_about_feature',
  title: 'Ask about a feature',
  description:
    'A question about a feature or one of its runs, answered only with facts of the service; links name where each can be read. Nothing is stored; a language model that answers uses AI tokens of the tenant.',
  effect: 'writes again',
  input: z.object({ featureId: uuid, ...chat.request.body.shape }),
  output: chat.success.body,
  run: async ({ featureId, ...body }, call) => call(chat, { path: await featureAt(call, featureId), body }),
});
