import type { TenantScope } from '#domain/access/scope.ts';
import type { BillingHeader } from './plan-repository.ts';

/** Tenants whose seats are to be compared with the payment provider's: marked with each change of billable users. */
export interface SeatMarker {
  /** Seats are to be compared though no user changed; declined ones are charged anew. */
  mark(scope: TenantScope, at: Date): Promise<void>;
  /** They are compared. False where they were marked or users changed since: compare again. */
  clear(
    scope: TenantScope,
    seen: Pick<BillingHeader, 'billableCount' | 'seatsChangedAt' | 'retriesDeclined'>,
  ): Promise<boolean>;
}
