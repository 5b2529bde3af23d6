import type { Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope, type WorkspaceScope } from '#domain/access/scope.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import { limits } from './limits.ts';

type Ports = PortsFor<'workspaces:read' | 'projects:read' | 'features:read' | 'notebooks:read'>;
export type ResourceCounts = {
  workspaces: number;
  projects: number;
  features: number;
  notebooks: number;
  pages: number;
};

/** How much would be read-only on the tier: the newest beyond each limit, and all that lies in something that is. */
export const resourcesAbove = async (scope: TenantScope, tier: Tier, ports: Ports): Promise<ResourceCounts> => {
  const counts: ResourceCounts = { workspaces: 0, projects: 0, features: 0, notebooks: 0, pages: 0 };
  const its = limits[tier];
  // Where nothing is limited nothing need be read.
  if (its.workspaces === null) return counts;
  const workspaces = await ports['workspaces:read'].list(scope);
  const above = aboveOf(workspaces, its.workspaces, false);
  counts.workspaces = above.size;
  for (const { id } of workspaces) {
    const [workspace, isAbove] = [mintScope.workspace(scope, id), above.has(id)];
    // Below a workspace that stays writable nothing is above what has no limit.
    if (isAbove || its.projectsPerWorkspace !== null) await countProjects(workspace, isAbove);
    if (isAbove || its.notebooksPerWorkspace !== null) await countNotebooks(workspace, isAbove);
  }
  return counts;

  async function countProjects(workspace: WorkspaceScope, isInside: boolean): Promise<void> {
    const projects = await ports['projects:read'].list(workspace);
    const aboveHere = aboveOf(projects, its.projectsPerWorkspace, isInside);
    counts.projects += aboveHere.size;
    for (const { id } of projects) {
      const features = await ports['features:read'].list(mintScope.project(workspace, id));
      counts.features += aboveOf(features, its.featuresPerProject, aboveHere.has(id)).size;
    }
  }

  async function countNotebooks(workspace: WorkspaceScope, isInside: boolean): Promise<void> {
    const notebooks = await ports['notebooks:read'].list(workspace);
    const aboveHere = aboveOf(notebooks, its.notebooksPerWorkspace, isInside);
    counts.notebooks += aboveHere.size;
    for (const { id } of notebooks) {
      const pages = await ports['notebooks:read'].listPages(mintScope.notebook(workspace, id));
      counts.pages += aboveOf(pages, its.pagesPerNotebook, aboveHere.has(id)).size;
    }
  }
};

/** The ids of what is above, in a list of the newest first. */
const aboveOf = (newestFirst: readonly { id: string }[], limit: number | null, isInside: boolean): Set<string> => {
  const within = isInside ? 0 : (limit ?? newestFirst.length);
  return new Set(newestFirst.slice(0, Math.max(0, newestFirst.length - within)).map(({ id }) => id));
};
