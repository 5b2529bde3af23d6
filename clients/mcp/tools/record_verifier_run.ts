import { createHash } from 'node:crypto';
import { recordRun } from '#contract/endpoints/runs.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const recordVerifierRunTool = defineTool({
  name: 'record_verifier_run',
  title: 'Record a run',
  description:
    'Records what the verifier printed with --json. Answers the verdict of every journey and what changed since the run before; the same results twice are one run. Next: get_coverage_report.',
  effect: 'writes once',
  input: z.object({ workspaceId: uuid, featureId: uuid, results: recordRun.request.body.shape.results }),
  output: recordRun.success.body,
  run: async ({ workspaceId, featureId, results }, call) => {
    const body = { results, baseUrl: results.baseUrl ?? null };
    const idempotencyKey = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    return call(recordRun, { path: await featureAt(call, featureId, workspaceId), body, idempotencyKey });
  },
});
