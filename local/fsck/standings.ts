import { grantedPlan, type Plan } from '#domain/billing/plan.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { Dump, Entry } from './dump.ts';

/** What a tenant has bought, and what is counted of it; both as they are stored. */
export type Standing = { tenantId: string; plan: Plan; planItem: Entry['record']; header: Entry['record'] };

/** Every tenant that has a billing header; one without a plan is FREE. */
export const standings = ({ of }: Dump): Standing[] => {
  const plans = new Map(of('plan').map(({ tenantId, record }) => [tenantId, record]));
  return of('billing').map(({ tenantId, record }) => {
    const planItem = plans.get(tenantId) ?? { ...grantedPlan('FREE'), version: 0 };
    return { tenantId, plan: planItem as unknown as Plan, planItem, header: record };
  });
};

/** The audit entries of each tenant, oldest first. */
export const auditLogs = ({ of }: Dump): Map<string, AuditEntry[]> => {
  const sorted = of('auditEntry').toSorted((one, other) => (one.ids[0]! < other.ids[0]! ? -1 : 1));
  const logs = Map.groupBy(sorted, ({ tenantId }) => tenantId);
  return new Map([...logs].map(([tenantId, its]) => [tenantId, its.map(({ record }) => record as AuditEntry)]));
};

const isOfTier = ({ action }: AuditEntry): boolean => action === 'PLAN_UPGRADED' || action === 'PLAN_DOWNGRADED';

/** The changes of tier that the log still tells, oldest first. */
export const tierChanges = (log: readonly AuditEntry[] = []): AuditEntry[] => log.filter(isOfTier);

/** What was decided under the tier before may be written so long after the change. */
const underWayMs = 60_000;

/**
 * Since when whatever was made was made under the tier that the tenant has now, ISO 8601; undefined: the log does not go back so far.
 */
export const tierSince = (log: readonly AuditEntry[] = []): string | undefined => {
  const first = log[0]?.action === 'TENANT_CREATED' ? log[0] : undefined;
  const begun = tierChanges(log).at(-1) ?? first;
  return begun && new Date(Date.parse(begun.at) + underWayMs).toISOString();
};
