import type { ProjectScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Project, ProjectReader, ProjectWriter } from '#domain/ports/project-repository.ts';
import type { Missed } from '#domain/versioned.ts';
import { outcomeAtVersion, updateRecord } from './change-records.ts';
import { countedDelete, countedPut, createCounted } from './counted-items.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { openWork } from './index-keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item } from './writes.ts';

export class ProjectRepository implements ProjectReader, ProjectWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: ProjectScope): Promise<Project | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.project(scope, scope.projectId));
    return item && projectOf(item);
  }

  async list(scope: WorkspaceScope): Promise<Project[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.projects(scope), descending: true });
    return items.map(projectOf);
  }

  create(
    scope: WorkspaceScope,
    project: Project,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'> {
    const put = { ...keys.project(scope, project.id), ...project };
    const writes = countedPut(keys.projectCounter(scope), put, limit);
    return createCounted(this.#tables, scope, keys.workspace(scope, scope.workspaceId), writes, alongside);
  }

  update(scope: ProjectScope, changes: Partial<Project>, versions?: readonly number[]): Promise<Project | Missed> {
    return updateRecord(this.#tables(scope.tenantId), keys.project(scope, scope.projectId), changes, versions);
  }

  /**
   * One delete makes everything below unreachable: whoever is placed in the project looks for this item first, and whatever is made in it
   * is made on the condition that it exists.
   */
  delete(
    scope: ProjectScope,
    now: Date,
    versions: readonly number[] | undefined,
    alongside: Alongside,
  ): Promise<'DONE' | Missed> {
    const { tenantId, workspaceId, projectId } = scope;
    const open = openWork('DELETION', now.toISOString(), tenantId, workspaceId, projectId);
    const writes = [
      ...countedDelete(keys.projectCounter(scope), keys.project(scope, projectId), versions),
      { put: { ...keys.deletion(scope, projectId), ...open } },
    ];
    return outcomeAtVersion(transactAlongside(this.#tables, scope, writes, alongside));
  }
}

const projectOf = (item: Item): Project => ({ version: 0, ...recordOf<Omit<Project, 'version'>>(item) });
