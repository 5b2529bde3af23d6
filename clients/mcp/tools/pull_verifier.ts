import { getVerifierDownload } from '#contract/endpoints/verifier.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const pullVerifierTool = defineTool({
  name: 'pull_verifier',
  title: 'Get the verifier',
  description:
    'A short-lived URL of the verifier for a platform, with its sha256. Download it without a token, check the sha256, then run it: dezycro-verify run --all --base-url <api_url> --json. Next: record_verifier_run.',
  effect: 'reads',
  input: z.object({ featureId: uuid, ...getVerifierDownload.request.query.shape }),
  output: getVerifierDownload.success.body,
  run: async ({ featureId, platform }, call) =>
    call(getVerifierDownload, { path: await featureAt(call, featureId), query: { platform } }),
});
