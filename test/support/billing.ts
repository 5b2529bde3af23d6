import { afterAll } from 'vitest';
import { stripeSignatures } from '#adapters/stripe/signature.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { AuditRepository } from '#adapters/dynamodb/audit-repository.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import type { Manners } from './api-target.ts';
import { checkTable } from '../../local/fsck/check-table.ts';
import type { CheckoutSession } from '../../local/payments/objects.ts';
import {
  applyPayments as applyJob,
  type Job,
  reconcilePayments as reconcileJob,
  syncSeats as syncJob,
} from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { PaymentsReport } from '#domain/billing/payments-report.ts';
import type { PaymentEvent, PaymentEventPublisher } from '#domain/ports/payments.ts';
import { operation as applying } from '#functions/jobs/apply-payments.ts';
import { operation as reconciling } from '#functions/jobs/reconcile-payments.ts';
import { operation as syncing } from '#functions/jobs/sync-seats.ts';
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

export type BillingOptions = {
  start?: string;
  /** Stands between the use cases and what they call. */
  wrapPort?: WrapPort;
  /** Is told of each request to the provider before it goes. */
  onRequest?: () => void;
  /** Who else may call. */
  signIn?: Manners['signIn'];
  /** What neither the table nor the provider fulfils. */
  more?: Record<string, unknown>;
};

/**
 * The service with the real adapter on the emulator, at a time that stands still: events go through our webhook, the bus is a list that
 * `settle` empties. Of a deployment the functions ask the same emulator, at the time that it is; their own bus sets the jobs off as well.
 */
export const openBilling = async ({
  start = '2026-03-10T12:00:00Z',
  wrapPort = (_name, port) => port,
  onRequest,
  signIn,
  more,
}: BillingOptions = {}) => {
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
    ...(onRequest && { onRequest }),
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
  const wrapped = (its: Tables): ReturnType<typeof tablePorts> => {
    const ports = Object.entries(tablePorts(its)).map(([name, port]) => [name, wrapPort(name, port)]);
    return Object.fromEntries(ports) as ReturnType<typeof tablePorts>;
  };
  const extraPorts = (its: Tables) => ({ ...wrapped(its), ...auditOf(its), ...paymentPorts, ...more });
  const scenario = await openScenario(extraPorts, { runtime, ...(signIn && { signIn }) });
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
  const ports = withNotedUse(extraPorts(tables));
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
  /** What `sync-seats` does each minute; without grace, as on one machine. In a deployment all changes are older than its grace then. */
  const sync = async (graceSeconds = 0) => {
    if (paysDeployed) await letAllBeDue();
    return carryOut(syncJob, {}, () => syncing.run({ graceSeconds }, ports, runtime));
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
    sync,
    letAllBeDue,
    settle,
    /** What `npm run fsck` would say of the table now. */
    fsck: async (): Promise<string[]> => {
      const violations: string[] = [];
      const beside = { blobs: undefined, seals: [], now: clock.now().getTime() };
      await checkTable(scenario.target.items!(), beside, (violation) => violations.push(violation));
      return violations;
    },
    /** Subscriptions of the customer end and nobody is told, so that nothing of theirs becomes due any more. */
    forget: async (customer: string): Promise<void> => {
      bench.emulator.controls.dropEvents = true;
      const { data } = await bench.stripe.subscriptions.list({ customer });
      for (const { id } of data) await bench.stripe.subscriptions.cancel(id, {}, { idempotencyKey: `forget:${id}` });
      bench.emulator.controls.dropEvents = false;
    },
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
