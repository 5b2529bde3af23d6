import type { LimitName } from '#contract/limits.ts';
import type { Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { LimitReader } from '#domain/ports/limit-reader.ts';
import { limits } from './limits.ts';

/** A limit that the tier sets. `used`: the most in one container that is not above itself. */
export type UsedLimit = { name: LimitName; limit: number; used: number; isOver: boolean };

/** What the limits of the tier are, and how much of each is used; none on tiers without limits. Of what is above nothing is counted. */
export const usedLimits = async (tier: Tier, scope: TenantScope, reader: LimitReader): Promise<UsedLimit[]> => {
  const { workspaces, projectsPerWorkspace, featuresPerProject, billableUsers } = limits[tier];
  if (workspaces === null) return [];
  const [tenant, ids] = await Promise.all([
    reader.countInTenant(scope),
    reader.listOldestWorkspaces(scope, workspaces),
  ]);
  const writable = ids.map((id) => mintScope.workspace(scope, id));
  const projects = writableIn(projectsPerWorkspace, writable, (workspace, limit) =>
    reader
      .listOldestProjects(workspace, limit)
      .then((found) => found.map((projectId) => mintScope.project(workspace, projectId))),
  );
  return [
    used('workspaces', workspaces, [tenant.workspaceCount]),
    ...(await counted('projectsPerWorkspace', projectsPerWorkspace, writable, (each) => reader.countProjects(each))),
    ...(await counted('featuresPerProject', featuresPerProject, await projects, (each) => reader.countFeatures(each))),
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
