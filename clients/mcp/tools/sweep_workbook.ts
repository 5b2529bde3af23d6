import { sweepWorkbook } from '#contract/endpoints/assistance.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const sweepWorkbookTool = defineTool({
  name: 'sweep_workbook',
  title: 'Sweep the workbook',
  description:
    'Finds journeys of the workbook whose steps have no operation (UNBOUND), one that the spec has no more (STALE), or that contradict another. Nothing is changed: mend them with update_workbook.',
  effect: 'writes again',
  input: z.object({ featureId: uuid }),
  output: sweepWorkbook.success.body,
  run: async ({ featureId }, call) => call(sweepWorkbook, { path: await featureAt(call, featureId) }),
});
