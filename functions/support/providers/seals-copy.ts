import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import { S3SealCopies } from '#adapters/s3/s3-seal-copies.ts';
import type { SealCopies } from '#domain/ports/audit-sealer.ts';
import { variable } from './variable.ts';

export const sealCopies = (): SealCopies => new S3SealCopies(createS3Client(), variable('SEAL_BUCKET'));
