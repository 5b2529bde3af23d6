import type { ProjectScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Missed } from '#domain/versioned.ts';

/** Specification §2, Project. */
export type Project = {
  id: string;
  name: string;
  description: string | null;
  status: 'ACTIVE' | 'ARCHIVED';
  workspaceId: string;
  /** Grows with every change. */
  version: number;
};

export interface ProjectReader {
  find(scope: ProjectScope): Promise<Project | undefined>;
  /** Every project of the workspace, newest first. */
  list(scope: WorkspaceScope): Promise<Project[]>;
}

export interface ProjectWriter {
  /** LIMIT where the workspace has `limit` projects already (null: no limit), GONE where it is not there. */
  create(
    scope: WorkspaceScope,
    project: Project,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'>;
  /** Sets the given fields only, at one of the `versions` where any are named. The project as it is then. */
  update(scope: ProjectScope, changes: Partial<Project>, versions?: readonly number[]): Promise<Project | Missed>;
  /** From then on the project and everything in it is absent, nothing new can be made in it, and its deletion is open work until it ends. */
  delete(
    scope: ProjectScope,
    now: Date,
    versions: readonly number[] | undefined,
    alongside: Alongside,
  ): Promise<'DONE' | Missed>;
}

export interface ProjectPurger {
  /** Removes at most `limit` of the records that the project left behind; how many went. Zero: nothing is left. */
  purge(scope: ProjectScope, limit: number): Promise<number>;
  /** The deletion is open work no more. */
  end(scope: ProjectScope): Promise<void>;
}
