import { reconcilePayments as job } from '#contract/jobs.ts';
import { reconcilePayments } from '#domain/billing/reconcile-payments.ts';
import { implementJob } from '../support/implement-job.ts';
import { onReconciliation } from '../support/on-payments.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { payments } from '../support/providers/payments-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { planWriter } from '../support/providers/plans-write.ts';
import { seatMarker } from '../support/providers/seats-mark.ts';

export const operation = implementJob(job, reconcilePayments);
export const handler = onReconciliation(operation, {
  'open-work:read': openWorkReader,
  'plans:read': planReader,
  'plans:write': planWriter,
  'payments:ask': payments,
  'seats:mark': seatMarker,
});
