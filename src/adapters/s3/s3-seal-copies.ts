import { ChecksumAlgorithm, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { CopiedSeal } from '#domain/audit/audit-seal.ts';
import { sealCopy } from '#domain/audit/seal-copy.ts';
import type { SealCopies } from '#domain/ports/audit-sealer.ts';

/** Copies of seals in a bucket that locks every version for a time (lib/data-stack.ts). */
export class S3SealCopies implements SealCopies {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async write(hour: string, seals: readonly CopiedSeal[]): Promise<void> {
    const { name, content } = sealCopy(hour, seals);
    // A locked bucket wants a checksum of every object.
    const object = { Bucket: this.#bucket, Key: name, Body: content, ChecksumAlgorithm: ChecksumAlgorithm.SHA256 };
    await this.#client.send(new PutObjectCommand({ ...object, ContentType: 'application/x-ndjson' }));
  }
}
