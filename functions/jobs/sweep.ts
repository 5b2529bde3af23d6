import { sweep as job } from '#contract/jobs.ts';
import { sweep } from '#domain/builds/sweep.ts';
import { implementJob } from '../support/implement-job.ts';
import { onSchedule } from '../support/on-job.ts';
import { allowanceSettler } from '../support/providers/allowance-spend.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { buildReader } from '../support/providers/builds-read.ts';
import { buildStarter } from '../support/providers/builds-start.ts';
import { buildWriter } from '../support/providers/builds-write.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { caseWriter } from '../support/providers/cases-write.ts';
import { deletionStarter } from '../support/providers/deletions-start.ts';
import { deliveryQueue } from '../support/providers/deliveries-queue.ts';
import { eventMarker } from '../support/providers/events-mark.ts';
import { eventPublisher } from '../support/providers/events-publish.ts';
import { generationStarter } from '../support/providers/generations-start.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { runWriter } from '../support/providers/runs-write.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implementJob(job, sweep);
/** Longer than a request takes from its commit to the start of a workflow, or the stream to the publisher. */
const graceSeconds = 120;
export const handler = onSchedule(
  operation,
  { graceSeconds },
  {
    'open-work:read': openWorkReader,
    'deliveries:queue': deliveryQueue,
    'events:publish': eventPublisher,
    'events:mark': eventMarker,
    'builds:write': buildWriter,
    'builds:start': buildStarter,
    'builds:read': buildReader,
    'runs:write': runWriter,
    'workbooks:read': workbookReader,
    'waivers:read': waiverReader,
    'blobs:read': blobReader,
    'blobs:write': blobWriter,
    'cases:read': caseReader,
    'cases:write': caseWriter,
    'generations:start': generationStarter,
    'deletions:start': deletionStarter,
    'allowance:spend': allowanceSettler,
  },
);
