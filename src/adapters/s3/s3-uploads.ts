import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { SignedUpload, UploadFetcher, UploadSigner } from '#domain/ports/upload-store.ts';
import type { UploadTicket } from '#domain/uploads/upload-ticket.ts';
import { getObject } from './get-object.ts';

const checksum = 'x-amz-checksum-sha256';

/** Uploads beside the documents of their bucket, below a prefix of their own where nothing lives longer than a day. */
export class S3Uploads implements UploadSigner, UploadFetcher {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #now: () => Date;

  constructor(client: S3Client, bucket: string, now: () => Date = () => new Date()) {
    this.#client = client;
    this.#bucket = bucket;
    this.#now = now;
  }

  async signUpload(
    scope: FeatureScope,
    { id, sizeBytes, sha256 }: UploadTicket,
    expiresInSeconds: number,
  ): Promise<SignedUpload> {
    const signingDate = this.#now();
    const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
    const command = new PutObjectCommand({
      ...this.#object(scope, id),
      ContentLength: sizeBytes,
      ChecksumSHA256,
      IfNoneMatch: '*',
    });
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: expiresInSeconds,
      signingDate,
      // As a query parameter the store would not hold the body to it.
      unhoistableHeaders: new Set([checksum]),
    });
    const headers = { 'content-length': String(sizeBytes), [checksum]: ChecksumSHA256, 'if-none-match': '*' };
    return { url, headers, expiresAt: new Date(signingDate.getTime() + expiresInSeconds * 1000) };
  }

  async fetch(scope: FeatureScope, uploadId: string): Promise<Uint8Array | undefined> {
    return getObject(this.#client, this.#object(scope, uploadId));
  }

  #object({ tenantId, projectId, featureId }: FeatureScope, uploadId: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `uploads/${tenantId}/${projectId}/${featureId}/${uploadId}` };
  }
}
