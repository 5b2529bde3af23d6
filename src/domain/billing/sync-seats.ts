import type { syncSeats as job } from '#contract/jobs.ts';
import type { JobUseCase } from '#domain/job.ts';
import { syncTenantSeats } from './sync-tenant-seats.ts';

export type SeatsReport = { tenants: number; changes: number; drift: number };

/** So many in one go; the next one takes the rest. */
const mostTenants = 200;

/**
 * Tells the payment provider of seats that changed `graceSeconds` ago or earlier: what happens within that time becomes one invoice. What
 * fails for one tenant stops no other, and is thrown in the end.
 */
export const syncSeats: JobUseCase<typeof job, { graceSeconds: number }, SeatsReport> = async (
  { graceSeconds },
  ports,
  runtime,
) => {
  const before = new Date(runtime.now().getTime() - graceSeconds * 1000 + 1);
  const due = await ports['open-work:read'].listSeats(before, mostTenants);
  const report: SeatsReport = { tenants: due.length, changes: 0, drift: 0 };
  const failures: unknown[] = [];
  for (const { tenantId } of due) {
    try {
      const { changes, drift } = await syncTenantSeats(tenantId, ports, runtime);
      report.changes += changes;
      report.drift += Math.abs(drift);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `the seats of ${failures.length} of ${due.length} tenants could not be compared`,
    );
  return report;
};
