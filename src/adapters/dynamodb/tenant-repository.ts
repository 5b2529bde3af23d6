import type { TenantScope } from '#domain/access/scope.ts';
import type { NewTenant, TenantWriter } from '#domain/ports/tenant-writer.ts';
import type { NewToken } from '#domain/ports/token-repository.ts';
import type { Tables } from './record.ts';
import { tenantWrites } from './tenant-items.ts';
import { tokenWrites } from './token-items.ts';

export class TenantRepository implements TenantWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async create(scope: TenantScope, tenant: NewTenant, token: NewToken): Promise<void> {
    await this.#tables(scope.tenantId).transact([...tenantWrites(scope, tenant), ...tokenWrites(scope, token)]);
  }
}
