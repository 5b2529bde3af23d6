import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';

/** Nothing writes an entry by itself: it goes into the transaction of its action (`Alongside`). Nothing changes or removes one. */
export interface AuditReader {
  /** Entries written at `from` or later and before `before`, newest first, at most `limit`. */
  list(scope: TenantScope, range: { from: Date; before: Date }, limit: number): Promise<AuditEntry[]>;
}
