import type { ProjectScope, WorkspaceScope } from '#domain/access/scope.ts';

/** Specification §2, Project. */
export type Project = {
  id: string;
  name: string;
  description: string | null;
  status: 'ACTIVE' | 'ARCHIVED';
  workspaceId: string;
};

export interface ProjectReader {
  find(scope: ProjectScope): Promise<Project | undefined>;
  /** Every project of the workspace, newest first. */
  list(scope: WorkspaceScope): Promise<Project[]>;
}

export interface ProjectWriter {
  /** False where the workspace has `limit` projects already; null: no limit. */
  create(scope: WorkspaceScope, project: Project, limit: number | null): Promise<boolean>;
  /** Sets the given fields only. The project as it is then; undefined where there is none. */
  update(scope: ProjectScope, changes: Partial<Project>): Promise<Project | undefined>;
  /** From then on the project and everything in it is absent, and nothing new can be made in it. False where there is none. */
  delete(scope: ProjectScope): Promise<boolean>;
}

export interface ProjectPurger {
  /** Removes the project and at most `limit` of the records that it leaves behind; how many went. Zero: nothing is left. */
  purge(scope: ProjectScope, limit: number): Promise<number>;
}
