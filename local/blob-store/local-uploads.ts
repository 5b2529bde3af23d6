import { createHash } from 'node:crypto';
import type { FeatureScope, TenantScope } from '#domain/access/scope.ts';
import type { SignedUpload, UploadFetcher, UploadSigner } from '#domain/ports/upload-store.ts';
import { ticketSeconds, type UploadTicket } from '#domain/uploads/upload-ticket.ts';
import { type BlobAnswer, type BlobRequest, refusal } from './serve-blob.ts';
import type { FileBlobs } from './file-blobs.ts';
import type { SignedUrls } from './signed-urls.ts';

/** Where the local server takes uploads. */
export const uploadPath = '/uploads/';
const checksum = 'x-amz-checksum-sha256';

const keyOf = ({ projectId, featureId }: FeatureScope, uploadId: string): string =>
  `${projectId}/${featureId}/${uploadId}`;

/** Uploads on one machine, taken as the object store takes them: what was signed, those very bytes, once. */
export class LocalUploads implements UploadSigner, UploadFetcher {
  readonly #files: FileBlobs;
  readonly #urls: SignedUrls;

  /** `files`: in a folder of their own. */
  constructor(files: FileBlobs, urls: SignedUrls) {
    this.#files = files;
    this.#urls = urls;
  }

  async signUpload(
    scope: FeatureScope,
    { id, sizeBytes, sha256 }: UploadTicket,
    expiresInSeconds: number,
  ): Promise<SignedUpload> {
    const path = `${uploadPath}${scope.tenantId}/${keyOf(scope, id)}`;
    const signed = this.#urls.sign('PUT', path, { size: String(sizeBytes), sha256 }, expiresInSeconds);
    const headers = {
      'content-length': String(sizeBytes),
      [checksum]: Buffer.from(sha256, 'hex').toString('base64'),
      'if-none-match': '*',
    };
    return { ...signed, headers };
  }

  async fetch(scope: FeatureScope, uploadId: string): Promise<Uint8Array | undefined> {
    return this.#files.read(scope, keyOf(scope, uploadId));
  }

  /** As the bucket's rule does: what was not committed within its day goes, and what was is not needed any more. */
  removeOld(now: Date): Promise<number> {
    return this.#files.removeWrittenBefore(new Date(now.getTime() - ticketSeconds * 1000));
  }

  /** Answers a PUT to a signed URL; one to anything else is 403. */
  async take({ method, path, rawQuery, headers, readBody }: BlobRequest): Promise<BlobAnswer> {
    if (method !== 'PUT') return refusal(405, 'This URL answers PUT only.');
    if (headers['authorization'])
      return refusal(400, 'Send no Authorization header: the URL itself is the credential.');
    const query = this.#urls.verified('PUT', path, rawQuery);
    if (!query) return refusal(403, 'The URL is not valid or has expired. Ask for a new one.');
    const [tenantId = '', ...key] = path.slice(uploadPath.length).split('/');
    const scope = { tenantId } as TenantScope;
    const sizeBytes = Number(query.get('size'));
    const sha256 = query.get('sha256')!;
    const wanted = Buffer.from(sha256, 'hex').toString('base64');
    if (headers[checksum] !== wanted || headers['if-none-match'] !== '*')
      return refusal(403, `The headers ${checksum} and If-None-Match must be those of the upload.`);
    if (headers['content-length'] !== String(sizeBytes))
      return refusal(403, `Exactly ${sizeBytes} bytes are expected.`);
    const content = await readBody(sizeBytes);
    if (content.length !== sizeBytes) return refusal(400, `Of ${sizeBytes} bytes ${content.length} arrived.`);
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      return refusal(400, 'The bytes do not have the SHA-256 of the upload.');
    if ((await this.#files.read(scope, key.join('/'))) !== undefined) return refusal(412, 'It is uploaded already.');
    await this.#files.write(scope, key.join('/'), content);
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  }
}
