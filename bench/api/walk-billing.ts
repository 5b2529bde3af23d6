import { applyPayments } from '#contract/jobs.ts';
import { operation as applying } from '#functions/jobs/apply-payments.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { eventBody, signatureOf } from '#test/payment-events.ts';
import type { Cost, CountedService } from './counted-service.ts';
import type { Call } from './walk.ts';

/** Buys and changes a tenant's tier. The work of `apply-payments` for the first payment is measured under its name. */
export const walkBilling = async (call: Call, service: CountedService, costs: Map<string, Cost>): Promise<void> => {
  const { payments, paymentEvents } = service;
  const emulator = payments.emulator!;
  const { token } = await service.newTenant('FREE');
  const owner = { by: token };
  const previewed = async (tier: string) => {
    const { previewHash } = await call('POST', '/api/billing/preview', { tier }, owner);
    return { tier, previewHash };
  };
  const { url } = await call('POST', '/api/billing/checkout', await previewed('TEAM'), owner);
  const session = Object.values(emulator.state.sessions).find((each) => each.url === url)!;
  emulator.pay(session.id, 'PAYS');
  const event = { id: 'evt_1', type: 'customer.subscription.updated', isLive: false, customerId: session.customer };
  const applied = await service.runJob((ports) => applying.run(event, ports, systemRuntime));
  costs.set(applyPayments.name, applied);
  const body = eventBody(session.customer);
  const signature = signatureOf(body, new Date(), paymentEvents.secret);
  await call('POST', '/api/billing/webhooks/stripe', body, { 'stripe-signature': signature });
  await call('PUT', '/api/billing/max-billable-users', { maxBillableUsers: 9 }, owner);
  await call('GET', '/api/billing/usage', undefined, owner);
  await call('GET', '/api/manage/seat-preview', undefined, owner);
  await call('POST', '/api/manage/users', { email: `${crypto.randomUUID()}@example.test`, role: 'MEMBER' }, owner);
  await call('POST', '/api/billing/change-tier', await previewed('TEAM'), owner);
  await call('POST', '/api/billing/portal', {}, owner);
  await call('GET', '/api/v1/audit-log', undefined, owner);
  await call('GET', '/api/v1/audit-log/export?format=csv', undefined, owner);
};
