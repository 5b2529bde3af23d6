import { retryBuild } from '#contract/endpoints/builds.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const retryVerifierBuildTool = defineTool({
  name: 'retry_verifier_build',
  title: 'Build the verifier again',
  description:
    'Builds the verifier of a feature again after its build FAILED; with force also when it did not. Next: await_event.',
  effect: 'writes again',
  input: z.object({ featureId: uuid, force: z._default(z.boolean(), false) }),
  output: retryBuild.success.body,
  run: async ({ featureId, force }, call) =>
    call(retryBuild, { path: await featureAt(call, featureId), body: { force } }),
});
