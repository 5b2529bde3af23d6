import { updateWorkbook } from '#contract/endpoints/workbooks.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const updateWorkbookTool = defineTool({
  name: 'update_workbook',
  title: 'Write the workbook',
  description:
    'Replaces the whole workbook: read it with get_workbook, change it, and send every journey with its id. A step names the operationId that does it.',
  effect: 'writes once',
  input: z.object({ featureId: uuid, ...updateWorkbook.request.body.shape }),
  output: updateWorkbook.success.body,
  run: async ({ featureId, ...body }, call) => call(updateWorkbook, { path: await featureAt(call, featureId), body }),
});
