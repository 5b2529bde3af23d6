import { runnerRelease } from '#adapters/runners/runner-release.ts';
import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import type { RunnerReader } from '#domain/ports/verifier-stamper.ts';
import { variable } from './variable.ts';

export const runnerReader = (): RunnerReader => runnerRelease(createS3Client(), variable('DOCUMENT_BUCKET'));
