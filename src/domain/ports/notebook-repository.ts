import type { NotebookScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Missed } from '#domain/versioned.ts';

export type Notebook = { id: string; workspaceId: string; name: string; createdAt: string; version: number };

/** Its Markdown lies in the blob store, named by its hash. */
export type Page = {
  id: string;
  notebookId: string;
  title: string;
  /** Unicode code points. */
  characters: number;
  contentHash: string;
  createdAt: string;
  updatedAt: string;
  version: number;
};

export interface NotebookReader {
  /** Newest first. */
  list(scope: WorkspaceScope): Promise<Notebook[]>;
  listPages(scope: NotebookScope): Promise<Page[]>;
  findPage(scope: NotebookScope, pageId: string): Promise<Page | undefined>;
}

export interface NotebookWriter {
  /** LIMIT where the workspace has `limit` notebooks already (null: no limit), GONE where it is not there. */
  create(
    scope: WorkspaceScope,
    notebook: Notebook,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'>;
  rename(scope: NotebookScope, name: string, versions: readonly number[] | undefined): Promise<Notebook | Missed>;
  /** As `create`, in a notebook. */
  createPage(
    scope: NotebookScope,
    page: Page,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'>;
  updatePage(
    scope: NotebookScope,
    pageId: string,
    changes: Pick<Page, 'title' | 'characters' | 'contentHash' | 'updatedAt'>,
    versions: readonly number[] | undefined,
  ): Promise<Page | Missed>;
  deletePage(scope: NotebookScope, pageId: string, versions: readonly number[] | undefined): Promise<'DONE' | Missed>;
}

export interface NotebookRemover {
  /** With its pages. */
  delete(scope: NotebookScope, versions: readonly number[] | undefined): Promise<'DONE' | Missed>;
}
