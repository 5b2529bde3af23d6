import type { Job } from '#contract/jobs.ts';
import type { PaymentsReport } from '#domain/billing/payments-report.ts';
import type { PaymentEvent } from '#domain/ports/payments.ts';
import type { JobOperation } from './implement-job.ts';
import { type JobProviders, portsOnce } from './on-job.ts';
import { paymentsLine } from './payments-line.ts';
import { systemRuntime } from './runtime.ts';

/** What the bus gives a job: an event of ours has its detail, the clock's has none of it. */
type BusEvent = { detail?: Partial<PaymentEvent> };

/** The Lambda entry of the job that payment events set off, and the clock. */
export const onPayments = <J extends Job>(
  operation: JobOperation<PaymentEvent | undefined, PaymentsReport, J>,
  providers: JobProviders<J>,
): ((trigger: BusEvent) => Promise<PaymentsReport>) => {
  const ports = portsOnce(providers);
  return async ({ detail }) => {
    const event = detail?.customerId === undefined ? undefined : (detail as PaymentEvent);
    return written('applied', await operation.run(event, ports(), systemRuntime));
  };
};

/** The Lambda entry of the job that looks for what events did not tell. */
export const onReconciliation = <J extends Job>(
  operation: JobOperation<void, PaymentsReport, J>,
  providers: JobProviders<J>,
): (() => Promise<PaymentsReport>) => {
  const ports = portsOnce(providers);
  return async () => written('reconciled', await operation.run(undefined, ports(), systemRuntime));
};

const written = (what: 'applied' | 'reconciled', report: PaymentsReport): PaymentsReport => {
  process.stdout.write(paymentsLine(what, report));
  return report;
};
