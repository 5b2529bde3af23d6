import { publishFeatureSpec } from '#contract/endpoints/specs.ts';
import { envProvidedParams, specDocument } from '#contract/schemas/builds.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { publishSpec } from '../../api/publish-spec.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const publishFeatureSpecTool = defineTool({
  name: 'publish_feature_spec',
  title: 'Publish a spec',
  description:
    'Publishes the OpenAPI document (object, or JSON or YAML text) of a feature and starts a build of its verifier. Declare path parameters that nothing in the spec creates as envProvidedParams. Next: await_event.',
  effect: 'writes once',
  input: z.object({ featureId: uuid, spec: specDocument, envProvidedParams }),
  output: publishFeatureSpec.success.body,
  run: async ({ featureId, spec, ...rest }, call) => publishSpec(call, await featureAt(call, featureId), spec, rest),
});
