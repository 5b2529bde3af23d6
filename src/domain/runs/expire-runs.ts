import type { expireRuns as job } from '#contract/jobs.ts';
import { mintScope, type ProjectScope, taskScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { RunDay } from '#domain/ports/run-repository.ts';

type Ports = PortsFor<(typeof job)['uses'][number]>;
export type Expired = { days: number; postponed: number; runs: number };

/** So many days of projects in one go; the next one takes the rest. */
const mostDays = 200;
/** Of a run, in one call. */
const portion = 500;

/**
 * Removes runs whose time is over by the tenant's tier of now, whole days of a project at a time. A run leaves every list and count in one
 * transaction and its files after that, so it is there whole or not at all; what a process leaves in between, the next one takes up.
 */
export const expireRuns: JobUseCase<typeof job, void, Expired> = async (_input, ports, runtime) => {
  const expired = { days: 0, postponed: 0, runs: 0 };
  for (const day of await ports['open-work:read'].listRunDays(runtime.now(), mostDays)) {
    const endsAt = await endOf(day, ports);
    if (endsAt > runtime.now()) {
      await ports['runs:expire'].postpone(taskScope.project(day), day, endsAt);
      expired.postponed += 1;
    } else {
      expired.runs += await expireDay(day, ports);
      expired.days += 1;
    }
  }
  return expired;
};

/** The tier may have become a longer one since. */
const endOf = async ({ tenantId, lastRecordedAt }: RunDay, ports: Ports): Promise<Date> => {
  const { plan } = await ports['plans:read'].get(mintScope.tenant(tenantId));
  const { runRetentionDays } = tiers[plan.tier];
  return new Date(Date.parse(lastRecordedAt) + runRetentionDays * 24 * 3600 * 1000);
};

const expireDay = async (day: RunDay, ports: Ports): Promise<number> => {
  const scope = taskScope.project(day);
  const runs = ports['runs:expire'];
  let count: number | 'CHANGED';
  do count = await runs.hide(scope, day);
  while (count !== 'CHANGED' && count > 0);
  const hidden = await runs.listHidden(scope);
  for (const runId of hidden) {
    for (const prefix of [blobKeys.run(scope, runId), blobKeys.logs(scope, runId)])
      await removeAll(scope, prefix, ports);
    await runs.forget(scope, runId);
  }
  if (count === 0) await runs.endDay(scope, day);
  return hidden.length;
};

const removeAll = async (scope: ProjectScope, prefix: string, ports: Ports): Promise<void> => {
  while ((await ports['blobs:remove'].removeBelow(scope, prefix, portion)) === portion);
};
