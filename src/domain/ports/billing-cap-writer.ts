import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

export interface BillingCapWriter {
  /**
   * CHANGED where the cap is no longer `from`, or the users are no longer so many: read again and decide again. TIER_CHANGED where the
   * tenant has another tier.
   */
  setCap(
    scope: TenantScope,
    change: { tier: Tier; from: number | null; to: number | null; billableCount: number },
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | 'TIER_CHANGED'>;
}
