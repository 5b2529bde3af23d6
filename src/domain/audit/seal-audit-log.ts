import type { sealAuditLog as job } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { AuditSealer } from '#domain/ports/audit-sealer.ts';
import { type AuditSeal, type CopiedSeal, sealOf } from './audit-seal.ts';
import { hourOf, nextHour, startOf } from './hours.ts';

export type Sealed = { hours: number; seals: number };

/** Longer than any transaction takes from the making of its entry to its commit, and the index to show it. */
const graceMs = 15 * 60_000;
/** Where nothing was sealed yet. A tenant's first seal covers all that is older. */
const firstHoursMs = 48 * 3_600_000;
/** In one go; the next one takes the rest. */
const mostHours = 1000;
/** Of one seal. */
const mostEntries = 10_000;

/**
 * Seals every hour that has ended: for each tenant with entries in it, all that its last seal does not cover. Then the seals go to where the
 * table's writers cannot change them. What a process left open, the next one does again, with the same seals.
 */
export const sealAuditLog: JobUseCase<typeof job, void, Sealed> = async (_input, ports, runtime) => {
  const log = ports['audit:seal'];
  const now = runtime.now().getTime();
  const running = hourOf(new Date(now - graceMs));
  const sealed = { hours: 0, seals: 0 };
  let hour = (await log.findFirstOpenHour()) ?? hourOf(new Date(now - firstHoursMs));
  while (hour < running && sealed.hours < mostHours) {
    const seals = await sealHour(hour, log);
    if (seals.length > 0) await ports['seals:copy'].write(hour, seals);
    sealed.hours += 1;
    sealed.seals += seals.length;
    hour = nextHour(hour);
    await log.setFirstOpenHour(hour);
  }
  return sealed;
};

const sealHour = async (hour: string, log: AuditSealer): Promise<CopiedSeal[]> => {
  const seals: CopiedSeal[] = [];
  let tenantIds = await log.listTenants(hour, '');
  while (tenantIds.length > 0) {
    for (const tenantId of tenantIds)
      for (const seal of await sealTenant(hour, tenantId, log)) seals.push({ tenantId, ...seal });
    tenantIds = await log.listTenants(hour, tenantIds.at(-1)!);
  }
  return seals;
};

/** The tenant's seals that belong to the hour, oldest first, whoever made them. */
const sealTenant = async (hour: string, tenantId: string, log: AuditSealer): Promise<AuditSeal[]> => {
  const scope = mintScope.tenant(tenantId);
  let last = await log.findLastSeal(scope);
  const seals = last !== undefined && last.hour >= hour ? await log.listSeals(scope, hour) : [];
  for (;;) {
    const entries = await log.listEntries(scope, last?.lastId, startOf(nextHour(hour)), mostEntries);
    if (entries.length === 0) return seals;
    last = sealOf(hour, entries, last);
    await log.putSeal(scope, last);
    seals.push(last);
  }
};
