import { ServiceError } from '#contract/errors.ts';
import { mintScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Standing } from './agreed-preview.ts';
import { applyFor } from './apply-payments.ts';
import { nextCheckAt } from './apply-plan.ts';
import { declinedPlan, nextSeatStep, type SeatStep } from './seat-rules.ts';

type Ports = PortsFor<'plans:read' | 'plans:write' | 'payments:ask' | 'seats:mark'>;
type Step = Exclude<SeatStep, { kind: 'DONE' | 'REPORT' }>;

export type SyncedSeats = {
  /** Changes that the provider was asked for. */
  changes: number;
  /** Of a contract: the provider's seats beyond ours. */
  drift: number;
};

/** A peak to restore, a charge, its refusal and what follows need five; users may change in between. */
const mostSteps = 30;

/**
 * Steps until the provider's quantity is what its next renewal should bill (decision record 0108). Each step begins with what the provider
 * has now, so a run that was cut off is only begun again. One worker at a time. Throws DEPENDENCY_UNAVAILABLE where users never rest.
 */
export const syncTenantSeats = async (tenantId: string, ports: Ports, runtime: Runtime): Promise<SyncedSeats> => {
  const scope = mintScope.tenant(tenantId);
  let changes = 0;
  let isDeclinedNow = false;
  for (let steps = 1; steps <= mostSteps; steps += 1) {
    const standing = await applyFor(tenantId, ports, runtime);
    const step = stepOf(standing, isDeclinedNow, runtime.now());
    if (step.kind === 'DONE' || step.kind === 'REPORT') {
      if (!(await ports['seats:mark'].clear(scope, standing.billing))) continue;
      return { changes, drift: step.kind === 'REPORT' ? step.drift : 0 };
    }
    if (step.kind === 'CHANGE') changes += 1;
    const isDone = await carryOut(step, standing, ports);
    isDeclinedNow ||= !isDone;
    await record(standing, isDone ? step.plan : declinedPlan(standing.plan), { tenantId, isDone }, ports, runtime);
  }
  throw new ServiceError('DEPENDENCY_UNAVAILABLE', `The seats of tenant ${tenantId} do not come to rest.`);
};

const stepOf = ({ plan, billing }: Standing, isDeclinedNow: boolean, now: Date): SeatStep => {
  const { subscriptionId, itemId, renewalSeats, periodStart } = plan;
  if (subscriptionId === null) return { kind: 'DONE' };
  const { billableCount, seatsChangedAt, retriesDeclined } = billing;
  return nextSeatStep({
    plan,
    subscription: { id: subscriptionId, itemId: itemId!, quantity: renewalSeats!, periodStart: periodStart! },
    billableCount,
    changedAt: seatsChangedAt === null ? null : Math.floor(Date.parse(seatsChangedAt) / 1000),
    retriesDeclined: retriesDeclined && !isDeclinedNow,
    now,
  });
};

/** False: the charge was declined, and the provider changed nothing. */
const carryOut = async (step: Step, { plan }: Standing, ports: Ports): Promise<boolean> => {
  if (step.kind === 'RECORD') return true;
  const item = { subscriptionId: plan.subscriptionId!, itemId: plan.itemId! };
  return (await ports['payments:ask'].setQuantity({ ...item, ...step.change })) === 'DONE';
};

/** Where somebody else wrote the plan in between, the next step begins with what it then is. */
const record = async (
  { plan: before, billing }: Standing,
  plan: Standing['plan'],
  { tenantId, isDone }: { tenantId: string; isDone: boolean },
  ports: Ports,
  runtime: Runtime,
): Promise<void> => {
  const facts = { billableCount: billing.billableCount, paidSeats: before.periodSeats };
  const audit = auditOfService(plan, runtime);
  const entries = isDone ? [] : [audit('BILLING_SEAT_DECLINED', { type: 'TENANT', id: tenantId }, facts)];
  const change = { plan, nextCheckAt: nextCheckAt(plan, runtime.now()), clearsCap: false, entries };
  await ports['plans:write'].apply(mintScope.tenant(tenantId), change);
};
