import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { NewTenant, TenantWriter } from '#domain/ports/tenant-writer.ts';
import type { NewToken } from '#domain/ports/token-repository.ts';
import type { Tables } from './record.ts';
import { tenantWrites } from './tenant-items.ts';
import { tokenWrites } from './token-items.ts';
import { entryPut } from './transact-alongside.ts';

export class TenantRepository implements TenantWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async create(scope: TenantScope, tenant: NewTenant, token: NewToken, entries: readonly AuditEntry[]): Promise<void> {
    const told = entries.map((entry) => entryPut(scope, entry));
    await this.#tables(scope.tenantId).transact([
      ...tenantWrites(scope, tenant),
      ...tokenWrites(scope, token),
      ...told,
    ]);
  }
}
