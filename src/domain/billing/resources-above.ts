import type { Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import { limits } from './limits.ts';

type Ports = PortsFor<'workspaces:read' | 'projects:read' | 'features:read'>;
export type ResourceCounts = { workspaces: number; projects: number; features: number };

/** How much would be read-only on the tier: the newest beyond each limit, and all that lies in something that is. */
export const resourcesAbove = async (scope: TenantScope, tier: Tier, ports: Ports): Promise<ResourceCounts> => {
  const counts: ResourceCounts = { workspaces: 0, projects: 0, features: 0 };
  const { workspaces: most, projectsPerWorkspace, featuresPerProject } = limits[tier];
  // Where nothing is limited nothing need be read.
  if (most === null && projectsPerWorkspace === null && featuresPerProject === null) return counts;
  const workspaces = (await ports['workspaces:read'].list(scope)).toReversed();
  for (const [place, { id }] of workspaces.entries()) {
    const isWorkspaceAbove = most !== null && place >= most;
    if (isWorkspaceAbove) counts.workspaces += 1;
    // Below a workspace that stays writable without limits nothing is above.
    if (!isWorkspaceAbove && projectsPerWorkspace === null && featuresPerProject === null) continue;
    await countProjects(mintScope.workspace(scope, id), isWorkspaceAbove);
  }
  return counts;

  async function countProjects(workspace: ReturnType<typeof mintScope.workspace>, isInside: boolean): Promise<void> {
    const projects = (await ports['projects:read'].list(workspace)).toReversed();
    for (const [place, { id }] of projects.entries()) {
      const isAbove = isInside || (projectsPerWorkspace !== null && place >= projectsPerWorkspace);
      if (isAbove) counts.projects += 1;
      const features = await ports['features:read'].list(mintScope.project(workspace, id));
      const writable = isAbove ? 0 : (featuresPerProject ?? features.length);
      counts.features += Math.max(0, features.length - writable);
    }
  }
};
