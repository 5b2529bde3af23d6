import { inlineDocumentBytes } from '#contract/define-endpoint.ts';
import { publishFeatureSpec } from '#contract/endpoints/specs.ts';
import type { specDocument } from '#contract/schemas/builds.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { Answer, Call } from './call-api.ts';
import { hashOf, throughUpload } from './upload.ts';

type FeaturePath = Record<'workspaceId' | 'projectId' | 'featureId', string>;
type Body = z.input<typeof publishFeatureSpec.request.body>;

/** Publishes a spec, within the request or, where it is too large for one, as an upload. Throws what `call` throws. */
export const publishSpec = async (
  call: Call,
  path: FeaturePath,
  spec: z.input<typeof specDocument>,
  rest: Pick<Body, 'envProvidedParams'>,
): Promise<Answer<typeof publishFeatureSpec>> => {
  const body = { spec, ...rest };
  if (Buffer.byteLength(JSON.stringify(body)) <= inlineDocumentBytes) return call(publishFeatureSpec, { path, body });
  const content = Buffer.from(typeof spec === 'string' ? spec : JSON.stringify(spec));
  return throughUpload(call, path, { kind: 'SPEC', content, idempotencyKey: hashOf(content) }, (uploadId) =>
    call(publishFeatureSpec, { path, body: { uploadId, ...rest } }),
  );
};
