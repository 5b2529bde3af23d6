import type { TenantScope } from '#domain/access/scope.ts';
import type { NewTenant, TenantWriter } from '#domain/ports/tenant-writer.ts';
import { absent } from './expressions.ts';
import { keys } from './keys.ts';
import type { Tables } from './record.ts';
import { tokenWrites } from './token-items.ts';

export class TenantRepository implements TenantWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async create(scope: TenantScope, { tier, owner, workspace, token, createdAt }: NewTenant): Promise<void> {
    const user = { id: owner.id, email: owner.email, tenantRole: 'OWNER', workspaces: {}, createdAt };
    const once = absent('pk');
    await this.#tables(scope.tenantId).transact([
      { put: { ...keys.tenant(scope), id: scope.tenantId, tier, createdAt }, if: once },
      { put: { ...keys.billing(scope), billableCount: 1, viewerCount: 0 }, if: once },
      { put: { ...keys.user(scope, owner.id), ...user }, if: once },
      { put: { ...keys.workspace(scope, workspace.id), ...workspace }, if: once },
      ...tokenWrites(scope, token),
    ]);
  }
}
