import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { AuditSeal, CopiedSeal } from '#domain/audit/audit-seal.ts';

/** What seals the audit log. Entries are only read; a seal is put once and never changed. */
export interface AuditSealer {
  /** The first hour that is not sealed; undefined where none ever was. */
  findFirstOpenHour(): Promise<string | undefined>;
  /** Moves it forward; it never goes back. */
  setFirstOpenHour(hour: string): Promise<void>;
  /** Ids of tenants with entries of the hour, in order: some of those after `after`. None: there are no more. */
  listTenants(hour: string, after: string): Promise<string[]>;
  findLastSeal(scope: TenantScope): Promise<AuditSeal | undefined>;
  /** Seals that end with an entry of the hour, oldest first. */
  listSeals(scope: TenantScope, hour: string): Promise<AuditSeal[]>;
  /** Entries after that one and written before, oldest first; none where that one was later. */
  listEntries(scope: TenantScope, afterId: string | undefined, before: Date, limit: number): Promise<AuditEntry[]>;
  /** One that is there already stays. */
  putSeal(scope: TenantScope, seal: AuditSeal): Promise<void>;
}

/** Copies of seals where nobody who can write the table can change them. */
export interface SealCopies {
  /** All seals of an hour; written again, the same. */
  write(hour: string, seals: readonly CopiedSeal[]): Promise<void>;
}
