import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import { S3Uploads } from '#adapters/s3/s3-uploads.ts';
import type { UploadFetcher } from '#domain/ports/upload-store.ts';
import { variable } from './variable.ts';

export const uploadFetcher = (): UploadFetcher => new S3Uploads(createS3Client(), variable('DOCUMENT_BUCKET'));
