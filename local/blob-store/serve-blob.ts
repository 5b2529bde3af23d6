import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { SignedUrls } from './signed-urls.ts';

export type BlobAnswer = { status: number; headers: Record<string, string>; body: Uint8Array };
export type BlobRequest = {
  method: string;
  path: string;
  rawQuery: string;
  headers: Record<string, string>;
  /** At most so many bytes and one more. */
  readBody(limitBytes: number): Promise<Buffer>;
};

/** Answers a signed URL as the object store would: the document as an attachment, 403 for a bad or expired signature, 404 when it is gone. */
export const serveBlob = async (
  request: Omit<BlobRequest, 'readBody'>,
  urls: SignedUrls,
  blobs: BlobReader,
): Promise<BlobAnswer> => {
  if (request.method !== 'GET') return refusal(405, 'This URL answers GET only.');
  // As the object store does, so that a client which forwards its token here is found out on this machine.
  if (request.headers['authorization'])
    return refusal(400, 'Send no Authorization header: the URL itself is the credential.');
  const grant = urls.check(request.path, request.rawQuery);
  if (!grant) return refusal(403, 'The URL is not valid or has expired. Ask for a new one.');
  const content = await blobs.read(grant.scope, grant.key);
  if (!content) return refusal(404, 'The document is gone.');
  const headers = {
    ...common,
    'content-type': grant.contentType,
    'content-disposition': `attachment; filename="${grant.filename}"`,
  };
  return { status: 200, headers, body: content };
};

const common = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** An answer that says why not. */
export const refusal = (status: number, text: string): BlobAnswer => ({
  status,
  headers: { ...common, 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(`${text}\n`),
});
