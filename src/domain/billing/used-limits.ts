import type { LimitName } from '#contract/limits.ts';
import type { Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { LimitReader } from '#domain/ports/limit-reader.ts';
import { limits } from './limits.ts';

/** A limit that the tier sets. `used`: the most in one container that is not above itself. */
export type UsedLimit = { name: LimitName; limit: number; used: number; isOver: boolean };

/** What the limits of the tier are, and how much of each is used; none on tiers without limits. Of what is above nothing is counted. */
export const usedLimits = async (tier: Tier, scope: TenantScope, reader: LimitReader): Promise<UsedLimit[]> => {
  const {
    workspaces,
    projectsPerWorkspace,
    featuresPerProject,
    notebooksPerWorkspace,
    pagesPerNotebook,
    billableUsers,
  } = limits[tier];
  if (workspaces === null) return [];
  const [tenant, ids] = await Promise.all([
    reader.countInTenant(scope),
    reader.listOldestWorkspaces(scope, workspaces),
  ]);
  const writable = ids.map((id) => mintScope.workspace(scope, id));
  const [projects, notebooks] = await Promise.all([
    writableIn(projectsPerWorkspace, writable, async (workspace, limit) =>
      (await reader.listOldestProjects(workspace, limit)).map((id) => mintScope.project(workspace, id)),
    ),
    writableIn(notebooksPerWorkspace, writable, async (workspace, limit) =>
      (await reader.listOldestNotebooks(workspace, limit)).map((id) => mintScope.notebook(workspace, id)),
    ),
  ]);
  const inContainers = await Promise.all([
    counted('projectsPerWorkspace', projectsPerWorkspace, writable, (each) => reader.countProjects(each)),
    counted('featuresPerProject', featuresPerProject, projects, (each) => reader.countFeatures(each)),
    counted('notebooksPerWorkspace', notebooksPerWorkspace, writable, (each) => reader.countNotebooks(each)),
    counted('pagesPerNotebook', pagesPerNotebook, notebooks, (each) => reader.countPages(each)),
  ]);
  return [
    used('workspaces', workspaces, [tenant.workspaceCount]),
    ...inContainers.flat(),
    used('billableUsers', billableUsers!, [tenant.billableCount]),
  ];
};

/** What of the containers' own is within the limit; nobody asks where there is none. */
const writableIn = async <S, T>(
  limit: number | null,
  containers: readonly S[],
  oldest: (container: S, limit: number) => Promise<T[]>,
): Promise<T[]> =>
  limit === null ? [] : (await Promise.all(containers.map((container) => oldest(container, limit)))).flat();

const counted = async <S>(
  name: LimitName,
  limit: number | null,
  containers: readonly S[],
  count: (container: S) => Promise<number>,
): Promise<UsedLimit[]> => (limit === null ? [] : [used(name, limit, await Promise.all(containers.map(count)))]);

const used = (name: LimitName, limit: number, counts: readonly number[]): UsedLimit => {
  const most = Math.max(0, ...counts);
  return { name, limit, used: most, isOver: most > limit };
};
