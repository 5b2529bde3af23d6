import { createHash } from 'node:crypto';
import { inlineDocumentBytes } from '#contract/define-endpoint.ts';
import { recordRun } from '#contract/endpoints/verifier-runs.ts';
import { createUpload } from '#contract/endpoints/verifier-runs.ts';
import type { resultsToRecord } from '#contract/schemas/recorded-runs.ts';
import type * as z from '#contract/schemas/zod.ts';
import { ApiRefused } from './api-errors.ts';
import type { Answer, Call } from './call-api.ts';
import { fetchPatiently } from './fetch-patiently.ts';

type Results = z.input<typeof resultsToRecord>;
export type RunLabels = Partial<Record<'branch' | 'commitId' | 'imageTag' | 'baseUrl', string | null>>;
type FeaturePath = Record<'workspaceId' | 'projectId' | 'featureId', string>;

const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

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
  const idempotencyKey = hashOf(content, JSON.stringify(labels));
  try {
    return await recordUpload(call, path, content, labels, idempotencyKey);
  } catch (error) {
    if (!(error instanceof ApiRefused && error.code === 'UPLOAD_INCOMPLETE')) throw error;
    // The URL of an earlier try had expired before anything was uploaded.
    return recordUpload(call, path, content, labels, `${idempotencyKey}.${Date.now()}`);
  }
};

const recordUpload = async (
  call: Call,
  path: FeaturePath,
  content: Buffer,
  labels: RunLabels,
  idempotencyKey: string,
): Promise<Answer<typeof recordRun>> => {
  const ticket = { kind: 'RUN', sizeBytes: content.length, sha256: hashOf(content) } as const;
  const { uploadId, url, headers } = await call(createUpload, { path, body: ticket, idempotencyKey });
  // Whatever the store says (it may have the document already): whether all of it is there shows when it is committed.
  await fetchPatiently(new URL(url), { method: 'PUT', headers, body: new Uint8Array(content) });
  return call(recordRun, { path, body: { uploadId, ...labels }, idempotencyKey });
};
