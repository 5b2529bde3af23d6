import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Caller, Scenario } from './scenario.ts';

type Ticket = { uploadId: string; url: string; headers: Record<string, string> };

/** Uploads a document for a feature, as of a kind; the upload's id. */
export const uploadFor = async (
  { target }: Scenario,
  caller: Caller,
  featurePath: string,
  kind: 'RUN' | 'SPEC',
  content: Buffer,
): Promise<string> => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const ticket = { kind, sizeBytes: content.length, sha256 };
  const { status, body, text } = await caller.post<Ticket>(`${featurePath}/uploads`, ticket);
  expect(status, text).toBe(201);
  expect(await target.put(body.url, body.headers, content)).toBe(200);
  return body.uploadId;
};
