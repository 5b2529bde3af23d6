import { getResult } from '#contract/endpoints/runs.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { defineTool } from '../tool.ts';

export const getRunResultTool = defineTool({
  name: 'get_run_result',
  title: 'Show a result of a run',
  description:
    'One journey of a recorded run with its verdict, evidence, curl and step traces; record_verifier_run names testCaseId and runId.',
  effect: 'reads',
  input: z.object({ workspaceId: uuid, projectId: uuid, runId: uuid, testCaseId: uuid }),
  output: getResult.success.body,
  run: (path, call) => call(getResult, { path }),
});
