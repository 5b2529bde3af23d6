import type { LimitName } from '#contract/limits.ts';
import { limits } from '#domain/billing/limits.ts';
import type { Dump, Entry, Kind } from './dump.ts';
import { auditLogs, type Standing, standings, tierSince } from './standings.ts';

/** Outermost first; the key of each but a workspace begins with what it lies in. */
const levels = [
  { kind: 'workspace', limit: 'workspaces' },
  { kind: 'project', limit: 'projectsPerWorkspace' },
  { kind: 'feature', limit: 'featuresPerProject' },
  { kind: 'notebook', limit: 'notebooksPerWorkspace' },
  { kind: 'page', limit: 'pagesPerNotebook' },
] as const satisfies { kind: Kind; limit: LimitName }[];

/**
 * Nothing above a limit of the plan was made or changed since the tenant has its tier: what is above was there before. Above is what is not
 * among the oldest of its container, and what lies in such a thing.
 */
export const aboveLimits = (dump: Dump): string[] => {
  const logs = auditLogs(dump);
  return standings(dump).flatMap((standing) => {
    const since = tierSince(logs.get(standing.tenantId));
    return since === undefined ? [] : writtenAbove(dump, standing, since);
  });
};

const writtenAbove = ({ of }: Dump, { tenantId, plan: { tier } }: Standing, since: string): string[] => {
  const above = new Set<string>();
  return levels.flatMap(({ kind, limit }) => {
    const most = limits[tier][limit] ?? Number.POSITIVE_INFINITY;
    const its = of(kind).filter((entry) => entry.tenantId === tenantId);
    const containers = Map.groupBy(its, ({ ids }) => (ids.length > 1 ? ids[0]! : ''));
    return [...containers].flatMap(([container, inside]) => {
      const oldestFirst = inside.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
      const beyond = above.has(container) ? oldestFirst : oldestFirst.slice(most);
      for (const entry of beyond) above.add(idOf(entry));
      return beyond
        .filter((entry) => writtenAt(entry) > since)
        .map(
          (entry) => `${kind} ${idOf(entry)} of tenant ${tenantId} is above ${limit} of ${tier}, and was written since`,
        );
    });
  });
};

const idOf = ({ ids }: Entry): string => ids.at(-1)!;

/** An id is of the time of its making; ISO 8601. */
const writtenAt = ({ record, ...entry }: Entry): string => {
  const { updatedAt, createdAt } = record;
  if (typeof updatedAt === 'string') return updatedAt;
  if (typeof createdAt === 'string') return createdAt;
  const ms = Number.parseInt(
    idOf({ ...entry, record })
      .slice(0, 13)
      .replace('-', ''),
    16,
  );
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
};
