import type { TenantScope } from '#domain/access/scope.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';

export interface EventReader {
  /** Events with a cursor above `after`, in order, at most `limit`. Kept seven days. */
  listAfter(scope: TenantScope, after: number, limit: number): Promise<StoredEvent[]>;
}
