import type { applyPayments as job } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { PaymentEvent } from '#domain/ports/payments.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { type Applied, applyPlan, type TierEntry } from './apply-plan.ts';
import { forEach, type PaymentsReport, reportOf } from './payments-report.ts';

/** So many in one go; the next one takes the rest. */
const mostPlans = 500;

/**
 * With an event: makes the plan of its customer what the provider says now. By the clock: goes on with subscriptions that are to be stopped
 * and are not yet. Idempotent, and may run beside itself.
 */
export const applyPayments: JobUseCase<typeof job, PaymentEvent | undefined, PaymentsReport> = async (
  event,
  ports,
  runtime,
) => {
  if (event === undefined) {
    const due = await ports['open-work:read'].listPlans(runtime.now(), mostPlans);
    return forEach(
      due.filter(({ isStopping }) => isStopping),
      ({ tenantId }) => applyFor(tenantId, ports, runtime),
    );
  }
  const { customerId } = event;
  const tenantId = customerId === null ? undefined : await ports['payment-customers:read'].findTenant(customerId);
  const scope = tenantId === undefined ? undefined : mintScope.tenant(tenantId);
  if (scope === undefined || !(await ports['plans:read'].find(scope))) return { ...reportOf([]), unknownCustomers: 1 };
  const applied = await applyFor(scope.tenantId, ports, runtime);
  // The card may be another: what was declined is charged anew.
  if (event.type === 'customer.updated' && applied.plan.seatPayment === 'DECLINED')
    await ports['seats:mark'].mark(scope, runtime.now());
  return reportOf([applied]);
};

/** Applies what the provider says of a tenant, in the name of nobody. */
export const applyFor = (
  tenantId: string,
  ports: PortsFor<'plans:read' | 'plans:write' | 'payments:ask'>,
  runtime: Runtime,
  { isCheck = false } = {},
): Promise<Applied> => {
  const scope = mintScope.tenant(tenantId);
  const entryOf: TierEntry = (action, plan, facts) =>
    auditOfService(plan, runtime)(action, { type: 'TENANT', id: tenantId }, facts);
  return applyPlan(scope, { entryOf, isCheck }, ports, runtime);
};
