import { ReleasedRunners } from '#adapters/runners/released-runners.ts';
import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import type { VerifierStamper } from '#domain/ports/verifier-stamper.ts';
import { documents } from './documents.ts';
import { variable } from './variable.ts';

export const verifierStamper = (): VerifierStamper =>
  new ReleasedRunners(createS3Client(), variable('DOCUMENT_BUCKET'), documents());
