import { createDraft } from '#contract/endpoints/assistance.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const createDraftTool = defineTool({
  name: 'create_draft',
  title: 'Draft requirements or a journey',
  description:
    'A section of requirements (PRD_SECTION) or a journey of the workbook (JOURNEY), drafted from the published spec and a title. Nothing is stored: edit it, and save a journey with update_workbook. sentences[].missing says what keeps one from being proved.',
  effect: 'writes again',
  input: z.object({ featureId: uuid, ...createDraft.request.body.shape }),
  output: createDraft.success.body,
  run: async ({ featureId, ...body }, call) => call(createDraft, { path: await featureAt(call, featureId), body }),
});
