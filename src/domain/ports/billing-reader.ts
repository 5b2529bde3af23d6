import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** What is stored about a tenant's seats. */
export type Billing = {
  billableCount: number;
  viewerCount: number;
  /** Set by the Owner; null: no cap. */
  maxBillableUsers: number | null;
  /** Quantity at the payment provider; null where nothing was bought: then the tier's formula holds. */
  paidSeats: number | null;
  /** Enterprise only, by contract. */
  pricePerSeatCents: number | null;
  /** Epoch seconds; null without a subscription. */
  currentPeriodEnd: number | null;
};

export interface BillingReader {
  /** Strongly consistent. */
  get(scope: TenantScope): Promise<Billing>;
  getTier(scope: TenantScope): Promise<Tier>;
}

export interface BillingCapWriter {
  /** CHANGED where the cap is no longer `from`, or the users are no longer so many: read again and decide again. */
  setCap(
    scope: TenantScope,
    change: { from: number | null; to: number | null; billableCount: number },
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED'>;
}
