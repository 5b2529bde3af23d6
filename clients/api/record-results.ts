import { inlineDocumentBytes } from '#contract/define-endpoint.ts';
import { recordRun } from '#contract/endpoints/verifier-runs.ts';
import type { resultsToRecord } from '#contract/schemas/recorded-runs.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { Answer, Call } from './call-api.ts';
import { hashOf, throughUpload } from './upload.ts';

type Results = z.input<typeof resultsToRecord>;
export type RunLabels = Partial<Record<'branch' | 'commitId' | 'imageTag' | 'baseUrl', string | null>>;
type FeaturePath = Record<'workspaceId' | 'projectId' | 'featureId', string>;

/**
 * Records a result document, within the request or, where it is too large for one, as an upload. The same document with the same labels
 * twice is one run. Throws what `call` throws.
 */
export const recordResults = async (
  call: Call,
  path: FeaturePath,
  results: Results,
  labels: RunLabels,
): Promise<Answer<typeof recordRun>> => {
  const body = { results, ...labels };
  const inline = JSON.stringify(body);
  if (Buffer.byteLength(inline) <= inlineDocumentBytes)
    return call(recordRun, { path, body, idempotencyKey: hashOf(inline) });
  const content = Buffer.from(JSON.stringify(results));
  const upload = { kind: 'RUN' as const, content, idempotencyKey: hashOf(content, JSON.stringify(labels)) };
  return throughUpload(call, path, upload, (uploadId, idempotencyKey) =>
    call(recordRun, { path, body: { uploadId, ...labels }, idempotencyKey }),
  );
};
