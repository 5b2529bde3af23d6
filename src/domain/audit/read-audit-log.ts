import type { AuditAction } from '#contract/audit-actions.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { AuditReader } from '#domain/ports/audit-reader.ts';
import type { AuditEntry } from './audit-entry.ts';

export type AuditQuery = { action?: AuditAction; actorId?: string; from?: string; to?: string };

const longestRangeMs = 31 * 24 * 3600 * 1000;
const mostEntries = 10_000;

/**
 * The entries that a query names, newest first. Throws TIER_REQUIRED on FREE and PRO, RANGE_TOO_LARGE above 31 days or 10,000 entries.
 */
export const readAuditLog = async (
  { actor, scope, query }: { actor: Actor; scope: TenantScope; query: AuditQuery },
  log: AuditReader,
  now: Date,
): Promise<AuditEntry[]> => {
  if (!tiers[actor.tier].hasAuditLog)
    throw new ServiceError('TIER_REQUIRED', 'The audit log can be read on TEAM and ENTERPRISE. Upgrade to read it.');
  const range = rangeOf(query, now);
  if (range.from >= range.before) return [];
  if (range.before.getTime() - range.from.getTime() > longestRangeMs)
    throw tooLarge('Ask for at most 31 days at a time.');
  const entries = await log.list(scope, range, mostEntries + 1);
  if (entries.length > mostEntries) throw tooLarge(`These days have more than ${mostEntries} entries. Ask for fewer.`);
  const { action, actorId } = query;
  return entries.filter(
    (entry) =>
      (action === undefined || entry.action === action) && (actorId === undefined || entry.actor.userId === actorId),
  );
};

/** What one answer can carry of the audit log is less than was asked for. */
export const tooLarge = (detail: string): ServiceError => new ServiceError('RANGE_TOO_LARGE', detail);

const rangeOf = ({ from, to }: AuditQuery, now: Date): { from: Date; before: Date } => {
  const start = from === undefined ? undefined : Date.parse(from);
  const latest = now.getTime() + 1;
  const end = to === undefined ? Math.min(latest, (start ?? latest) + longestRangeMs) : Date.parse(to);
  return { from: new Date(start ?? end - longestRangeMs), before: new Date(end) };
};
