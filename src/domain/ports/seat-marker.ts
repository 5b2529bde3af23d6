import type { TenantScope } from '#domain/access/scope.ts';

/** Tenants whose seats are to be compared with the payment provider's: marked with each change of billable users. */
export interface SeatMarker {
  /** Seats are to be compared, though no user changed. */
  mark(scope: TenantScope, at: Date): Promise<void>;
  /** They are compared. False where users changed since: compare again. */
  clear(scope: TenantScope, seen: { billableCount: number; seatsChangedAt: string | null }): Promise<boolean>;
}
