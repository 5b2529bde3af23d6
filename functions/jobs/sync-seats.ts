import { syncSeats as job } from '#contract/jobs.ts';
import { syncSeats } from '#domain/billing/sync-seats.ts';
import { implementJob } from '../support/implement-job.ts';
import { onSchedule } from '../support/on-job.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { payments } from '../support/providers/payments-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { planWriter } from '../support/providers/plans-write.ts';
import { seatMarker } from '../support/providers/seats-mark.ts';

export const operation = implementJob(job, syncSeats);
/** Changes of so long become one invoice. */
const graceSeconds = 30;
export const handler = onSchedule(
  operation,
  { graceSeconds },
  {
    'open-work:read': openWorkReader,
    'plans:read': planReader,
    'plans:write': planWriter,
    'payments:ask': payments,
    'seats:mark': seatMarker,
  },
);
