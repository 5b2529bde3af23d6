import type { TenantScope } from '#domain/access/scope.ts';
import type { NewTenant, TenantWriter } from '#domain/ports/tenant-writer.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { absent } from './expressions.ts';
import { keys } from './keys.ts';
import type { Tables } from './record.ts';
import { tokenWrites } from './token-items.ts';
import { userPuts } from './user-items.ts';

export class TenantRepository implements TenantWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async create(scope: TenantScope, { tier, owner, workspace, token, createdAt }: NewTenant): Promise<void> {
    const user = { ...owner, name: null, tenantRole: 'OWNER', workspaces: {}, createdAt, version: 1 } satisfies User;
    const once = absent('pk');
    await this.#tables(scope.tenantId).transact([
      { put: { ...keys.tenant(scope), id: scope.tenantId, tier, createdAt }, if: once },
      { put: { ...keys.billing(scope), ownerCount: 1, billableCount: 1, viewerCount: 0 }, if: once },
      ...userPuts(scope, user),
      { put: { ...keys.workspace(scope, workspace.id), ...workspace }, if: once },
      ...tokenWrites(scope, token),
    ]);
  }
}
