import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { Dump, Entry, Kind } from './dump.ts';

const shortestKeptMs =
  Math.min(...Object.values(tiers).map(({ auditRetentionDays }) => auditRetentionDays)) * 24 * 3600 * 1000;

/** What is there, when it was made, and what the audit log calls it. */
const audited: { kind: Kind; madeAt: string; target: (entry: Entry) => string; actions: AuditEntry['action'][] }[] = [
  { kind: 'tokenOfUser', madeAt: 'createdAt', target: ({ ids }) => ids[1]!, actions: ['PAT_CREATED'] },
  {
    kind: 'user',
    madeAt: 'createdAt',
    target: ({ ids }) => ids[0]!,
    actions: ['USER_INVITED', 'TENANT_CREATED', 'USER_JOINED'],
  },
  { kind: 'waiver', madeAt: 'waivedAt', target: ({ ids }) => ids[2]!, actions: ['COVERAGE_WAIVED'] },
  { kind: 'webhook', madeAt: 'createdAt', target: ({ ids }) => ids[1]!, actions: ['WEBHOOK_CREATED'] },
];

/**
 * Every token, user, waiver and webhook has the entry of its making. Nothing is said of what was made before the tenant's first entry
 * (data of a version without audit log), or so long ago that the entry may be past its time.
 */
export const auditEntries = ({ of, now }: Dump): string[] => {
  const logs = Map.groupBy(of('auditEntry'), ({ tenantId }) => tenantId);
  const names = new Set(
    of('auditEntry').map(({ tenantId, record }) => {
      const { action, target, actor } = record as AuditEntry;
      return `${tenantId} ${action} ${action === 'TENANT_CREATED' ? actor.userId : target.id}`;
    }),
  );
  const firstAt = (tenantId: string): string =>
    (logs.get(tenantId) ?? []).map(({ record }) => String(record['at'])).sort()[0] ?? '9';
  const oldest = new Date(now - shortestKeptMs).toISOString();
  return audited.flatMap(({ kind, madeAt, target, actions }) =>
    of(kind).flatMap((entry) => {
      const at = String(entry.record[madeAt]);
      const isDue = at > oldest && at >= firstAt(entry.tenantId);
      const isTold = actions.some((action) => names.has(`${entry.tenantId} ${action} ${target(entry)}`));
      return isDue && !isTold
        ? [`${kind} ${entry.ids.join('/')} of tenant ${entry.tenantId} has no ${actions[0]}`]
        : [];
    }),
  );
};
