import type { PaymentsReport } from '#domain/billing/payments-report.ts';

/** What Observability sets alarms on; CloudWatch makes metrics of a line that names them (embedded metric format). */
export const paymentMetrics = {
  /** Plans that were not as the provider said, found by the daily look. */
  drift: 'billingDrift',
  /** Two subscriptions of one customer, or a price that is not ours. */
  alarms: 'billingAlarms',
} as const;

/** One JSON line of what a job did about payments, with its end. */
export const paymentsLine = (
  what: 'applied' | 'reconciled',
  { alarms, ...report }: PaymentsReport,
  now: number = Date.now(),
): string => {
  const drift = what === 'reconciled' ? report.changed : 0;
  const isNotable = alarms.length > 0 || drift > 0 || report.unknownCustomers > 0;
  const line = {
    level: isNotable ? 'warn' : 'info',
    payments: what,
    ...report,
    alarms,
    [paymentMetrics.drift]: drift,
    [paymentMetrics.alarms]: alarms.length,
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: 'dezycro',
          Dimensions: [[]],
          Metrics: Object.values(paymentMetrics).map((Name) => ({ Name, Unit: 'Count' })),
        },
      ],
    },
  };
  return `${JSON.stringify(line)}\n`;
};
