import type { NotebookScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  Notebook,
  NotebookReader,
  NotebookRemover,
  NotebookWriter,
  Page,
} from '#domain/ports/notebook-repository.ts';
import type { Missed } from '#domain/versioned.ts';
import { outcomeAtVersion, purge, updateRecord } from './change-records.ts';
import { countedDelete, countedPut, createCounted } from './counted-items.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';

export class NotebookRepository implements NotebookReader, NotebookWriter, NotebookRemover {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: WorkspaceScope): Promise<Notebook[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.notebooks(scope), descending: true });
    return items.map((item) => recordOf<Notebook>(item));
  }

  async listPages(scope: NotebookScope): Promise<Page[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.pages(scope), descending: true });
    return items.map((item) => recordOf<Page>(item));
  }

  async findPage(scope: NotebookScope, pageId: string): Promise<Page | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.page(scope, pageId));
    return item && recordOf<Page>(item);
  }

  create(
    scope: WorkspaceScope,
    notebook: Notebook,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'> {
    const put = { ...keys.notebook(scope, notebook.id), ...notebook };
    const writes = countedPut(keys.notebookCounter(scope), put, limit);
    return createCounted(this.#tables, scope, keys.workspace(scope, scope.workspaceId), writes, alongside);
  }

  rename(scope: NotebookScope, name: string, versions: readonly number[] | undefined): Promise<Notebook | Missed> {
    const key = keys.notebook(scope, scope.notebookId);
    return updateRecord(this.#tables(scope.tenantId), key, { name }, versions);
  }

  async delete(scope: NotebookScope, versions: readonly number[] | undefined): Promise<'DONE' | Missed> {
    const table = this.#tables(scope.tenantId);
    const writes = countedDelete(keys.notebookCounter(scope), keys.notebook(scope, scope.notebookId), versions);
    const outcome = await outcomeAtVersion(table.transact(writes));
    if (outcome !== 'DONE') return outcome;
    // Nobody reaches what is left.
    await purge(table, [ranges.pages(scope)]);
    await table.delete(keys.pageCounter(scope));
    return outcome;
  }

  createPage(
    scope: NotebookScope,
    page: Page,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'> {
    const writes = countedPut(keys.pageCounter(scope), { ...keys.page(scope, page.id), ...page }, limit);
    return createCounted(this.#tables, scope, keys.notebook(scope, scope.notebookId), writes, alongside);
  }

  updatePage(
    scope: NotebookScope,
    pageId: string,
    changes: Parameters<NotebookWriter['updatePage']>[2],
    versions: readonly number[] | undefined,
  ): Promise<Page | Missed> {
    return updateRecord(this.#tables(scope.tenantId), keys.page(scope, pageId), changes, versions);
  }

  deletePage(scope: NotebookScope, pageId: string, versions: readonly number[] | undefined): Promise<'DONE' | Missed> {
    const writes = countedDelete(keys.pageCounter(scope), keys.page(scope, pageId), versions);
    return outcomeAtVersion(this.#tables(scope.tenantId).transact(writes));
  }
}
