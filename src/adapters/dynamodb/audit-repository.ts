import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { AuditReader } from '#domain/ports/audit-reader.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';

/** Reads only: entries are written by `transactAlongside`, with their action. */
export class AuditRepository implements AuditReader {
  readonly #tables: Tables;
  readonly #now: () => number;

  constructor(tables: Tables, now: () => number = Date.now) {
    this.#tables = tables;
    this.#now = now;
  }

  async list(scope: TenantScope, range: { from: Date; before: Date }, limit: number): Promise<AuditEntry[]> {
    const query = { ...ranges.auditEntries(scope, range), descending: true, limit };
    const { items } = await this.#tables(scope.tenantId).query(query);
    // The table removes what is past its time a while later.
    return items.map((item) => recordOf<AuditEntry>(item)).filter((entry) => entry.expiresAt * 1000 > this.#now());
  }
}
