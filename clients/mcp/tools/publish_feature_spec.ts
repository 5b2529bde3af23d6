import { publishFeatureSpec } from '#contract/endpoints/specs.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const publishFeatureSpecTool = defineTool({
  name: 'publish_feature_spec',
  title: 'Publish a spec',
  description:
    'Publishes the OpenAPI document (object, or JSON or YAML text) of a feature and starts a build of its verifier. Declare path parameters that nothing in the spec creates as envProvidedParams. Next: await_event.',
  effect: 'writes once',
  input: z.object({ featureId: uuid, ...publishFeatureSpec.request.body.shape }),
  output: publishFeatureSpec.success.body,
  run: async ({ featureId, ...body }, call) =>
    call(publishFeatureSpec, { path: await featureAt(call, featureId), body }),
});
