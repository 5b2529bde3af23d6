import { getGenerationStatus } from '#contract/endpoints/validation-cases.ts';
import { text, uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const generationStatusTool = defineTool({
  name: 'generation_status',
  title: 'Show a generation',
  description: 'How far a generation of validation cases has come.',
  effect: 'reads',
  input: z.object({ workspaceId: uuid, projectId: uuid, workflowId: text(200) }),
  output: getGenerationStatus.success.body,
  run: (path, call) => call(getGenerationStatus, { path }),
});
