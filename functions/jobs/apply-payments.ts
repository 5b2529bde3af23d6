import { applyPayments as job } from '#contract/jobs.ts';
import { applyPayments } from '#domain/billing/apply-payments.ts';
import { implementJob } from '../support/implement-job.ts';
import { onPayments } from '../support/on-payments.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { paymentCustomerReader } from '../support/providers/payment-customers-read.ts';
import { payments } from '../support/providers/payments-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { planWriter } from '../support/providers/plans-write.ts';
import { seatMarker } from '../support/providers/seats-mark.ts';

export const operation = implementJob(job, applyPayments);
export const handler = onPayments(operation, {
  'open-work:read': openWorkReader,
  'payment-customers:read': paymentCustomerReader,
  'plans:read': planReader,
  'plans:write': planWriter,
  'payments:ask': payments,
  'seats:mark': seatMarker,
});
