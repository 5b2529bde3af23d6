import { expireRuns as job } from '#contract/jobs.ts';
import { expireRuns } from '#domain/runs/expire-runs.ts';
import { implementJob } from '../support/implement-job.ts';
import { onSchedule } from '../support/on-job.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { blobRemover } from '../support/providers/blobs-remove.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { runExpirer } from '../support/providers/runs-expire.ts';

export const operation = implementJob(job, expireRuns);
export const handler = onSchedule(operation, undefined, {
  'open-work:read': openWorkReader,
  'plans:read': planReader,
  'runs:expire': runExpirer,
  'blobs:remove': blobRemover,
});
