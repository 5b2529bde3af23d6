import type { reconcilePayments as job } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { JobUseCase } from '#domain/job.ts';
import { applyFor } from './apply-payments.ts';
import { forEach, type PaymentsReport } from './payments-report.ts';

/**
 * So many in one go; the next one takes the rest. One takes a third of a second at most, so they end within the job's ten
 * minutes; in a day 36,000 plans are compared.
 */
const mostPlans = 1500;

/**
 * Compares each plan of a customer with the provider, once a day: what events did not tell is applied then. `changed` counts the plans that
 * were not as they should be, before they were put right. The plan of a tenant that has been closed goes: it has no subscription (decision record 0117).
 */
export const reconcilePayments: JobUseCase<typeof job, void, PaymentsReport> = async (_input, ports, runtime) => {
  const due = await ports['open-work:read'].listPlans(runtime.now(), mostPlans);
  return forEach(due, async ({ tenantId }) => {
    const scope = mintScope.tenant(tenantId);
    if ((await ports['plans:read'].find(scope)) === undefined) return ports['plans:write'].remove(scope);
    const applied = await applyFor(tenantId, ports, runtime, { isCheck: true });
    if (applied.plan.subscriptionId !== null) await ports['seats:mark'].mark(scope, runtime.now());
    return applied;
  });
};
