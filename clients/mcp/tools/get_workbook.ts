import { getWorkbook } from '#contract/endpoints/workbooks.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const getWorkbookTool = defineTool({
  name: 'get_workbook',
  title: 'Show the workbook',
  description: 'What people want to see proved of a feature, journey by journey, and how far each one is.',
  effect: 'reads',
  input: z.object({ featureId: uuid }),
  output: getWorkbook.success.body,
  run: async ({ featureId }, call) => call(getWorkbook, { path: await featureAt(call, featureId) }),
});
