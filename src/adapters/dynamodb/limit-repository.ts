import type { ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { LimitReader } from '#domain/ports/limit-reader.ts';
import type { BillingHeader } from '#domain/ports/plan-repository.ts';
import { idIn, type ItemRange, keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';

export class LimitRepository implements LimitReader {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  listOldestWorkspaces(scope: TenantScope, count: number): Promise<string[]> {
    return this.#oldest(scope, ranges.workspaces(scope), count);
  }

  listOldestProjects(scope: WorkspaceScope, count: number): Promise<string[]> {
    return this.#oldest(scope, ranges.projects(scope), count);
  }

  listOldestFeatures(scope: ProjectScope, count: number): Promise<string[]> {
    return this.#oldest(scope, ranges.features(scope), count);
  }

  async countBillableUsers(scope: TenantScope): Promise<number> {
    const item = await this.#tables(scope.tenantId).get(keys.billing(scope));
    return item === undefined ? 0 : recordOf<BillingHeader>(item).billableCount;
  }

  /** Ids are UUIDv7, so the order of keys is that of creation. */
  async #oldest(scope: TenantScope, range: ItemRange, count: number): Promise<string[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...range, limit: count });
    return items.map((item) => idIn(range, item));
  }
}
