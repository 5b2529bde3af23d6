import type { NotebookScope, ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { LimitReader } from '#domain/ports/limit-reader.ts';
import type { BillingHeader } from '#domain/ports/plan-repository.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { idIn, type ItemKey, type ItemRange } from './key-parts.ts';
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

  listOldestNotebooks(scope: WorkspaceScope, count: number): Promise<string[]> {
    return this.#oldest(scope, ranges.notebooks(scope), count);
  }

  listOldestPages(scope: NotebookScope, count: number): Promise<string[]> {
    return this.#oldest(scope, ranges.pages(scope), count);
  }

  async countInTenant(scope: TenantScope): Promise<{ workspaceCount: number; billableCount: number }> {
    const item = await this.#tables(scope.tenantId).get(keys.billing(scope));
    const { workspaceCount = 0, billableCount = 0 } = item === undefined ? {} : recordOf<Partial<BillingHeader>>(item);
    return { workspaceCount, billableCount };
  }

  countProjects(scope: WorkspaceScope): Promise<number> {
    return this.#count(scope, keys.projectCounter(scope));
  }

  countFeatures(scope: ProjectScope): Promise<number> {
    return this.#count(scope, keys.featureCounter(scope));
  }

  countNotebooks(scope: WorkspaceScope): Promise<number> {
    return this.#count(scope, keys.notebookCounter(scope));
  }

  countPages(scope: NotebookScope): Promise<number> {
    return this.#count(scope, keys.pageCounter(scope));
  }

  async #count(scope: TenantScope, counter: ItemKey): Promise<number> {
    const item = await this.#tables(scope.tenantId).get(counter);
    return (item?.['count'] as number | undefined) ?? 0;
  }

  /** Ids are UUIDv7, so the order of keys is that of creation. */
  async #oldest(scope: TenantScope, range: ItemRange, count: number): Promise<string[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...range, limit: count });
    return items.map((item) => idIn(range, item));
  }
}
