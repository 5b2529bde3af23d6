import { canBeAbove, type Endpoint } from '#contract/define-endpoint.ts';
import type { LimitName } from '#contract/limits.ts';
import type { Actor, Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { ContainerIds } from '#domain/ports/access-reader.ts';
import type { LimitReader } from '#domain/ports/limit-reader.ts';
import { aboveLimit, isFrozenError, limits } from './limits.ts';
import { type UsedLimit, usedLimits } from './used-limits.ts';

type Request = { actor: Pick<Actor, 'tier'>; scope: TenantScope; path: ContainerIds; body: unknown };

/**
 * Lets a write pass only where its containers lie within the limits of the plan, and where nothing is added to a frozen tenant (decision
 * record 0128). Reads, exports and deletes always pass. Throws READ_ONLY_OVER_LIMIT.
 */
export const requireWithinPlan = async (
  endpoint: Pick<Endpoint, 'method' | 'container' | 'adds'>,
  { actor, scope, path, body }: Request,
  reader: LimitReader,
): Promise<void> => {
  if (!canBeAbove(endpoint)) return;
  const { container, adds } = endpoint;
  const { tier } = actor;
  if (container === 'PATH') await requireNotAbove(tier, scope, path, reader);
  if (container === 'FEATURE_OF_BODY')
    await requireNotAbove(tier, scope, { ...path, ...(body as { featureId: string }) }, reader);
  if (adds) await requireNotFrozen(tier, scope, reader);
};

/** Above is what is not among the oldest of its container, and what lies in such a thing. */
const requireNotAbove = async (
  tier: Tier,
  scope: TenantScope,
  { workspaceId, projectId, featureId, notebookId, pageId }: ContainerIds & { pageId?: string },
  reader: LimitReader,
): Promise<void> => {
  const workspace = mintScope.workspace(scope, workspaceId ?? '');
  const project = mintScope.project(workspace, projectId ?? '');
  const notebook = mintScope.notebook(workspace, notebookId ?? '');
  const levels: { name: LimitName; id: string | undefined; oldest: (count: number) => Promise<string[]> }[] = [
    { name: 'workspaces', id: workspaceId, oldest: (count) => reader.listOldestWorkspaces(scope, count) },
    { name: 'projectsPerWorkspace', id: projectId, oldest: (count) => reader.listOldestProjects(workspace, count) },
    { name: 'featuresPerProject', id: featureId, oldest: (count) => reader.listOldestFeatures(project, count) },
    { name: 'notebooksPerWorkspace', id: notebookId, oldest: (count) => reader.listOldestNotebooks(workspace, count) },
    { name: 'pagesPerNotebook', id: pageId, oldest: (count) => reader.listOldestPages(notebook, count) },
  ];
  const within = await Promise.all(
    levels.map(async ({ name, id, oldest }) => {
      const limit = limits[tier][name];
      return id === undefined || limit === null || (await oldest(limit)).includes(id);
    }),
  );
  const above = within.indexOf(false);
  if (above !== -1) throw aboveLimit(tier, levels[above]!.name);
};

/** Throws READ_ONLY_OVER_LIMIT where the tenant is frozen: nothing and nobody is added. */
export const requireNotFrozen = async (tier: Tier, scope: TenantScope, reader: LimitReader): Promise<void> => {
  if (tier === 'FREE' && isFrozen(tier, await usedLimits(tier, scope, reader))) throw isFrozenError(tier);
};

/** Whether anything of a FREE tenant is above its limits, billable users included. Other tiers freeze nothing. */
export const isFrozen = (tier: Tier, used: readonly UsedLimit[]): boolean =>
  tier === 'FREE' && used.some(({ isOver }) => isOver);
