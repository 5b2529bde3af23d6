import { createS3Client, S3Blobs } from '#adapters/s3/s3-blobs.ts';
import { variable } from './variable.ts';

let opened: S3Blobs | undefined;

/** The bucket named by DOCUMENT_BUCKET; one client per sandbox. */
export const documents = (): S3Blobs => (opened ??= new S3Blobs(createS3Client(), variable('DOCUMENT_BUCKET')));
