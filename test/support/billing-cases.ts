import { expect } from 'vitest';
import type { PaymentsEmulator } from '../../local/payments/emulator.ts';
import type { Tenant } from './scenario.ts';

/** What is audited about billing: a request that succeeds, one that does not, and what the log says of the first. */
export const billingCases = (emulator: PaymentsEmulator) => ({
  changeTier: async ({ owner, tenantId }: Tenant) => {
    const preview = async (tier: string) => {
      const { body } = await owner.post('/api/billing/preview', { tier });
      return { tier, previewHash: body['previewHash'] };
    };
    const path = '/api/billing/change-tier';
    const { body: page } = await owner.post<{ url: string }>('/api/billing/checkout', await preview('TEAM'));
    emulator.pay(page.url.split('/').at(-1)!, 'PAYS');
    expect((await owner.post(path, await preview('TEAM'))).status).toBe(200);
    return {
      success: { method: 'POST' as const, path, body: await preview('PRO') },
      failure: { method: 'POST' as const, path, body: { tier: 'PRO', previewHash: 'a'.repeat(64) } },
      expected: {
        action: 'PLAN_DOWNGRADED' as const,
        target: { type: 'TENANT', id: tenantId },
        metadata: { oldTier: 'TEAM', newTier: 'PRO', reason: 'REQUESTED' },
      },
    };
  },
  setBillableCap: async ({ tenantId }: Tenant) => ({
    success: { method: 'PUT' as const, path: '/api/billing/max-billable-users', body: { maxBillableUsers: 9 } },
    failure: { method: 'PUT' as const, path: '/api/billing/max-billable-users', body: { maxBillableUsers: 2 } },
    expected: {
      action: 'BILLING_CAP_CHANGED' as const,
      target: { type: 'TENANT', id: tenantId },
      metadata: { oldCap: null, newCap: 9, billableCount: 1, paidSeats: 3 },
    },
  }),
});
