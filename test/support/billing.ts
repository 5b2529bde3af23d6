import { afterAll } from 'vitest';
import { stripeSignatures } from '#adapters/stripe/signature.ts';
import { keys } from '#adapters/dynamodb/keys.ts';
import { AuditRepository } from '#adapters/dynamodb/audit-repository.ts';
import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import type { CheckoutSession } from '../../local/payments/objects.ts';
import { applyPayments as applyJob, type Job, reconcilePayments as reconcileJob } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { PaymentsReport } from '#domain/billing/payments-report.ts';
import type { PaymentEvent, PaymentEventPublisher } from '#domain/ports/payments.ts';
import { operation as applying } from '#functions/jobs/apply-payments.ts';
import { operation as reconciling } from '#functions/jobs/reconcile-payments.ts';
import { systemRuntime, uuidV7Source } from '#functions/support/runtime.ts';
import { endWork, makeDue, paysDeployed, RunningClock, servePayments } from './deployed-payments.ts';
import { withNotedUse, withTableRights } from './enforce-table-rights.ts';
import { callDeployedJob } from './jobs.ts';
import { webhookPath, webhookSecret } from './payment-events.ts';
import { openPayments } from './payments.ts';
import { openScenario, type Tenant } from './scenario.ts';
import { StandingClock } from './standing-clock.ts';

/** A customer of the emulator, with the page that was opened last. */
export type Page = { url: string; expiresAt: string };

type WrapPort = <P extends object>(name: string, port: P) => P;

/**
 * The service with the real adapter on the emulator, at a time that stands still: events go through our webhook, the bus is a list that
 * `settle` empties. `wrapPort` may stand between the use cases and what they call. Of a deployment the functions ask the same emulator, at
 * the time that it is; their own bus sets the jobs off as well.
 */
export const openBilling = async ({
  start = '2026-03-10T12:00:00Z',
  wrapPort = (_name, port) => port,
}: { start?: string; wrapPort?: WrapPort } = {}) => {
  const clock = paysDeployed ? new RunningClock(0) : new StandingClock(start);
  const newId = uuidV7Source(() => clock.now().getTime(), systemRuntime.randomBytes);
  const runtime = { ...systemRuntime, now: clock.now, newId };
  const bus: PaymentEvent[] = [];
  const publisher: PaymentEventPublisher = {
    publish: async (event) => {
      bus.push(event);
    },
  };
  const signatures = stripeSignatures(async () => [webhookSecret]);
  const bench = await openPayments({
    clock,
    post: async ({ body, signature: header }) => {
      const { status } = await scenario.nobody.send('POST', webhookPath, body, { 'stripe-signature': header });
      if (paysDeployed && status === 200) bus.push((await signatures.verify({ body, header, now: clock.now() }))!);
      return status;
    },
  });
  if (paysDeployed) await servePayments(bench.httpClient);
  const paymentPorts = {
    'payments:ask': wrapPort('payments', bench.payments),
    'payment-events:verify': { isLive: false, ...signatures },
    'payment-events:publish': publisher,
  };
  const auditOf = (its: Tables) => ({ 'audit:read': new AuditRepository(its, () => clock.now().getTime()) });
  const wrapped = (its: Tables) => ({
    'plans:read': wrapPort('plans', new PlanRepository(its)),
    'plans:write': wrapPort('plans', new PlanRepository(its)),
    'checkouts:write': wrapPort('checkouts', new CheckoutRepository(its)),
  });
  const scenario = await openScenario((its) => ({ ...paymentPorts, ...auditOf(its), ...wrapped(its) }), { runtime });
  const tables: Tables = scenario.target.tables!;
  const made: Tenant[] = [];
  const { aTenant } = scenario;
  scenario.aTenant = async (tier) => {
    const tenant = await aTenant(tier);
    made.push(tenant);
    return tenant;
  };
  /** With all that a tenant of this file may have waiting for a job. */
  const inWork = async (change: typeof makeDue): Promise<void> => {
    for (const { tenantId } of made)
      for (const key of [keys.plan, keys.billing]) await change(tables(tenantId), key(mintScope.tenant(tenantId)));
  };
  if (paysDeployed) afterAll(() => inWork(endWork));
  const ports = withNotedUse({
    ...tablePorts(tables),
    ...auditOf(tables),
    ...wrapped(tables),
    ...paymentPorts,
  });
  /** Here with the rights of its role, or by its function in a deployment. */
  const carryOut = <Answer>(job: Job, event: object, here: () => Promise<Answer>): Promise<Answer> =>
    paysDeployed ? callDeployedJob<Answer>(job, event) : withTableRights(job.name, job, here);
  const apply = (event?: PaymentEvent): Promise<PaymentsReport> =>
    carryOut(applyJob, event ? { detail: event } : {}, () => applying.run(event, ports, runtime));
  const reconcile = (): Promise<PaymentsReport> =>
    carryOut(reconcileJob, {}, () => reconciling.run(undefined, ports, runtime));
  /** The clock goes on by two days for what waits for a job, and in a deployment for nothing else. */
  const letAllBeDue = async (): Promise<void> => {
    if (paysDeployed) await inWork(makeDue);
    else clock.setTo(clock.now().getTime() + 48 * 3600_000);
  };
  /** Delivers what the provider has to tell, and carries out what that sets off, until nothing is left. */
  const settle = async (): Promise<void> => {
    do {
      await bench.emulator.deliver();
      for (let event = bus.shift(); event; event = bus.shift()) await apply(event);
      await bench.emulator.deliver();
    } while (bus.length > 0);
  };
  return {
    ...bench,
    scenario,
    tables,
    ports,
    runtime,
    bus,
    carryOut,
    apply,
    reconcile,
    letAllBeDue,
    settle,
    standing: ({ tenantId }: Tenant) => new PlanRepository(tables).get(mintScope.tenant(tenantId)),
    /** The preview's hash, as an Owner acknowledges it. */
    preview: async ({ owner }: Tenant, tier: string): Promise<string> =>
      String((await owner.post('/api/billing/preview', { tier })).body['previewHash']),
    sessionAt: ({ url }: { url: string }): CheckoutSession => bench.emulator.state.sessions[url.split('/').at(-1)!]!,
  };
};

export type Billing = Awaited<ReturnType<typeof openBilling>>;

/** Previews, opens the page and answers it. */
export const openPage = async (billing: Billing, tenant: Tenant, tier: 'PRO' | 'TEAM') => {
  const previewHash = await billing.preview(tenant, tier);
  return tenant.owner.post<Page & { code?: string }>('/api/billing/checkout', { tier, previewHash });
};

/** Buys a tier as a person does, and waits for what follows. */
export const buy = async (billing: Billing, tenant: Tenant, tier: 'PRO' | 'TEAM'): Promise<void> => {
  const { body } = await openPage(billing, tenant, tier);
  billing.emulator.pay(billing.sessionAt(body).id, 'PAYS');
  await billing.settle();
};

/** Previews and asks for another tier. */
export const changeTo = async (billing: Billing, tenant: Tenant, tier: string) => {
  const previewHash = await billing.preview(tenant, tier);
  return tenant.owner.post('/api/billing/change-tier', { tier, previewHash });
};
