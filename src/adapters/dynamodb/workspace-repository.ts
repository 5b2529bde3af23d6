import type { TenantScope } from '#domain/access/scope.ts';
import type { Workspace, WorkspaceReader } from '#domain/ports/workspace-reader.ts';
import { ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';

export class WorkspaceRepository implements WorkspaceReader {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: TenantScope): Promise<Workspace[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.workspaces(scope), descending: true });
    return items.map((item) => recordOf<Workspace>(item));
  }
}
