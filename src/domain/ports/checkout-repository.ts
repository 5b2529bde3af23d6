import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Plan } from '#domain/billing/plan.ts';
import type { PaidTier } from './payments.ts';

/**
 * The one checkout that a tenant has under way: it lives as long as its page can be paid, so that nobody pays twice. Times are Unix epoch
 * seconds.
 */
export type Checkout = {
  lockId: string;
  tier: PaidTier;
  /** What was agreed to; the same choice again has the same page. */
  previewHash: string;
  lockedAt: number;
  expiresAt: number;
  /** null: the provider has not answered yet. */
  page: { sessionId: string; url: string } | null;
};

export interface CheckoutWriter {
  find(scope: TenantScope): Promise<Checkout | undefined>;
  /** In place of `before`, where that is still the one (undefined: none). CHANGED: read again and decide again. */
  lock(scope: TenantScope, checkout: Checkout, before: Checkout | undefined): Promise<'DONE' | 'CHANGED'>;
  /** Its page. CHANGED where another checkout has taken its place. */
  open(scope: TenantScope, checkout: Checkout, alongside: Alongside): Promise<'DONE' | 'CHANGED'>;
  /**
   * Whose payments are the tenant's from now on; the reconciliation looks at the plan at `nextCheckAt`, ISO 8601, whatever events tell.
   * CHANGED where the plan is at another version.
   */
  setCustomer(
    scope: TenantScope,
    plan: Plan & { customerId: string },
    nextCheckAt: string,
  ): Promise<'DONE' | 'CHANGED'>;
}

export interface PaymentCustomerReader {
  /** The tenant of a customer at the provider; undefined: none of ours. */
  findTenant(customerId: string): Promise<string | undefined>;
}

/** For requests that change nothing of ours and still are carried out once for each Idempotency-Key. */
export interface AnswerKeeper {
  keep(scope: TenantScope, alongside: Alongside): Promise<void>;
}
