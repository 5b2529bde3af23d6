import { createHash } from 'node:crypto';
import { createUpload } from '#contract/endpoints/verifier-runs.ts';
import { ApiRefused } from './api-errors.ts';
import type { Call } from './call-api.ts';
import { fetchPatiently } from './fetch-patiently.ts';

type FeaturePath = Record<'workspaceId' | 'projectId' | 'featureId', string>;

export const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/**
 * Uploads what is too large for a request, and commits it under its upload. The same content with the same key twice is one upload. Throws
 * what `call` and `commit` throw.
 */
export const throughUpload = async <T>(
  call: Call,
  path: FeaturePath,
  { kind, content, idempotencyKey }: { kind: 'RUN' | 'SPEC'; content: Buffer; idempotencyKey: string },
  commit: (uploadId: string, idempotencyKey: string) => Promise<T>,
): Promise<T> => {
  const attempt = async (key: string): Promise<T> => {
    const ticket = { kind, sizeBytes: content.length, sha256: hashOf(content) };
    const { uploadId, url, headers } = await call(createUpload, { path, body: ticket, idempotencyKey: key });
    // Whatever the store says (it may have the document already): whether all of it is there shows when it is committed.
    await fetchPatiently(new URL(url), { method: 'PUT', headers, body: new Uint8Array(content) });
    return commit(uploadId, key);
  };
  try {
    return await attempt(idempotencyKey);
  } catch (error) {
    if (!(error instanceof ApiRefused && error.code === 'UPLOAD_INCOMPLETE')) throw error;
    // The URL of an earlier try had expired before anything was uploaded.
    return attempt(`${idempotencyKey}.${Date.now()}`);
  }
};
