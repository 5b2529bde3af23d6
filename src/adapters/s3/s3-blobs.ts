import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { TenantScope } from '#domain/access/scope.ts';
import type {
  BlobKey,
  BlobReader,
  BlobRemover,
  BlobSigner,
  BlobWriter,
  DownloadOptions,
  SignedDownload,
} from '#domain/ports/blob-store.ts';
import { getObject } from './get-object.ts';

/** A client for the region (and, for an emulator, the endpoint) that the environment names. */
export const createS3Client = (): S3Client => {
  const region = process.env['AWS_REGION'];
  if (region === undefined) throw new Error('AWS_REGION is not set');
  return new S3Client({
    region,
    // The default puts the checksum of an empty body into signed uploads, which the store then refuses.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // An emulator has no host name for each bucket.
    forcePathStyle: process.env['AWS_ENDPOINT_URL'] !== undefined,
  });
};

/** A listing and a removal take no more. */
const mostAtOnce = 1000;

/** Documents in one bucket, each tenant's below its own prefix. */
export class S3Blobs implements BlobReader, BlobWriter, BlobRemover, BlobSigner {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #now: () => Date;

  constructor(client: S3Client, bucket: string, now: () => Date = () => new Date()) {
    this.#client = client;
    this.#bucket = bucket;
    this.#now = now;
  }

  async read(scope: TenantScope, key: BlobKey): Promise<Uint8Array | undefined> {
    return getObject(this.#client, this.#object(scope, key));
  }

  async write(scope: TenantScope, key: BlobKey, content: Uint8Array, contentType: string): Promise<void> {
    const object = { ...this.#object(scope, key), Body: content, ContentType: contentType };
    await this.#client.send(new PutObjectCommand(object));
  }

  async removeBelow(
    scope: TenantScope,
    prefix: BlobKey,
    limit: number,
    chosen: (key: BlobKey) => boolean = () => true,
  ): Promise<number> {
    const { Bucket, Key: Prefix } = this.#object(scope, prefix);
    const MaxKeys = Math.min(limit, mostAtOnce);
    const { Contents = [] } = await this.#client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys }));
    const ofTenant = this.#object(scope, '').Key.length;
    const Objects = Contents.map(({ Key }) => ({ Key })).filter(({ Key }) => chosen(Key!.slice(ofTenant)));
    if (Objects.length === 0) return 0;
    const Delete = { Objects, Quiet: true };
    const { Errors = [] } = await this.#client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    if (Errors.length > 0) throw new Error(`${Errors.length} documents could not be removed: ${Errors[0]?.Message}`);
    return Objects.length;
  }

  async signDownload(
    scope: TenantScope,
    key: BlobKey,
    { filename, contentType, expiresInSeconds }: DownloadOptions,
  ): Promise<SignedDownload> {
    const signingDate = this.#now();
    const command = new GetObjectCommand({
      ...this.#object(scope, key),
      ResponseContentType: contentType,
      ResponseContentDisposition: `attachment; filename="${filename.replaceAll(/[^\w.-]+/g, '-')}"`,
    });
    const url = await getSignedUrl(this.#client, command, { expiresIn: expiresInSeconds, signingDate });
    return { url, expiresAt: new Date(signingDate.getTime() + expiresInSeconds * 1000) };
  }

  #object({ tenantId }: TenantScope, key: BlobKey): { Bucket: string; Key: string } {
    if (!/^[\w-]+$/.test(tenantId) || key.split('/').includes('..'))
      throw new Error('A blob key would leave its tenant.');
    return { Bucket: this.#bucket, Key: `tenants/${tenantId}/${key}` };
  }
}
