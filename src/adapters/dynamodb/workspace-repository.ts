import type { TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Workspace, WorkspaceReader } from '#domain/ports/workspace-reader.ts';
import type { WorkspaceRemover, WorkspaceWriter } from '#domain/ports/workspace-writer.ts';
import type { Missed } from '#domain/versioned.ts';
import { atVersion, missed, purge, removeAll, unlessRefused, updateRecord } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, add, equal, less, some } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { containers, secretBeside } from './key-parts.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item } from './writes.ts';

export class WorkspaceRepository implements WorkspaceReader, WorkspaceWriter, WorkspaceRemover {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: TenantScope, workspaceId: string): Promise<Workspace | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.workspace(scope, workspaceId));
    return item && workspaceOf(item);
  }

  async list(scope: TenantScope): Promise<Workspace[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.workspaces(scope), descending: true });
    return items.map(workspaceOf);
  }

  create(scope: TenantScope, workspace: Workspace, limit: number | null, alongside: Alongside): Promise<boolean> {
    const room = limit === null ? undefined : less('workspaceCount', limit);
    const writes = [
      { update: keys.billing(scope), changes: [add('workspaceCount', 1)], if: room },
      { put: { ...keys.workspace(scope, workspace.id), ...workspace }, if: absent('pk') },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }

  rename(scope: WorkspaceScope, name: string, versions: readonly number[] | undefined): Promise<Workspace | Missed> {
    const key = keys.workspace(scope, scope.workspaceId);
    return updateRecord(this.#tables(scope.tenantId), key, { name }, versions);
  }

  async delete(
    scope: WorkspaceScope,
    versions: readonly number[] | undefined,
    alongside: Alongside,
  ): Promise<'DONE' | 'NOT_EMPTY' | Missed> {
    const writes = [
      { delete: keys.workspace(scope, scope.workspaceId), if: atVersion(versions) },
      // Whatever is made in it afterwards is made on the condition that the workspace exists.
      ...[keys.projectCounter(scope), keys.notebookCounter(scope)].map((counter) => ({ delete: counter, if: hasNone })),
      { update: keys.billing(scope), changes: [add('workspaceCount', -1)] },
    ];
    try {
      await transactAlongside(this.#tables, scope, writes, alongside);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return error.index === 0 ? missed(error) : 'NOT_EMPTY';
    }
    await this.#purgePersonas(scope);
    return 'DONE';
  }

  /** Nobody reaches what is left. Credentials of a persona lie under the persona's own sort key. */
  async #purgePersonas(scope: WorkspaceScope): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const container = containers.workspace(scope);
    const { items } = await table.query(ranges.personas(scope, container));
    await removeAll(
      table,
      items.map(({ sk }) => secretBeside(scope, sk)),
    );
    await removeAll(table, items);
    await purge(table, [ranges.personaNames(scope, container), ranges.personaVariables(scope, container)]);
  }
}

const hasNone = some(absent('pk'), equal('count', 0));

const workspaceOf = (item: Item): Workspace => ({ version: 0, ...recordOf<Omit<Workspace, 'version'>>(item) });
