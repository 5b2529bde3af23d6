import type { TenantScope } from '#domain/access/scope.ts';
import type { Workspace, WorkspaceReader } from '#domain/ports/workspace-reader.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';

export class WorkspaceRepository implements WorkspaceReader {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: TenantScope, workspaceId: string): Promise<Workspace | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.workspace(scope, workspaceId));
    return item && recordOf<Workspace>(item);
  }

  async list(scope: TenantScope): Promise<Workspace[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.workspaces(scope), descending: true });
    return items.map((item) => recordOf<Workspace>(item));
  }
}
