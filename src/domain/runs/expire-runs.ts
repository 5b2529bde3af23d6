import type { expireRuns as job } from '#contract/jobs.ts';
import { mintScope, type ProjectScope, taskScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { RunDay } from '#domain/ports/run-repository.ts';

type Ports = PortsFor<(typeof job)['uses'][number]>;
export type Expired = { days: number; postponed: number; runs: number };

/** So many days of projects are asked for at once. */
const daysAtOnce = 200;
/** Of the ten minutes that the job has. What is left is the next one's. */
const runSeconds = 480;
const projectsAtOnce = 8;
/** Of a run, in one call. */
const portion = 500;

/**
 * Removes runs whose time is over by the tenant's tier of now, whole days of a project at a time, until nothing is left or the job's time is
 * nearly over. A run leaves every list and count in one transaction and its files after that, so it is there whole or not at all; what a
 * process leaves in between, the next one takes up. A day that fails stops no other project, and is thrown in the end.
 */
export const expireRuns: JobUseCase<typeof job, void, Expired> = async (_input, ports, runtime) => {
  const expired = { days: 0, postponed: 0, runs: 0 };
  const failures: unknown[] = [];
  const endsAt = runtime.now().getTime() + runSeconds * 1000;
  const isLate = (): boolean => runtime.now().getTime() >= endsAt;
  const seen = new Set<string>();
  // The index may show a day that is done for a moment longer.
  const isNew = ({ projectId, date }: RunDay): boolean => seen.size < seen.add(`${projectId} ${date}`).size;
  while (!isLate()) {
    const days = (await ports['open-work:read'].listRunDays(runtime.now(), daysAtOnce)).filter(isNew);
    if (days.length === 0) break;
    const projects = [...Map.groupBy(days, ({ projectId }) => projectId).values()];
    const next = async (): Promise<void> => {
      for (let its = projects.shift(); its !== undefined; its = projects.shift())
        await expireDays(its, expired, isLate, ports, runtime).catch((error: unknown) => failures.push(error));
    };
    await Promise.all(Array.from({ length: projectsAtOnce }, next));
  }
  if (failures.length > 0) throw new AggregateError(failures, `Runs of ${failures.length} projects were not removed.`);
  return expired;
};

const expireDays = async (
  days: readonly RunDay[],
  expired: Expired,
  isLate: () => boolean,
  ports: Ports,
  runtime: Runtime,
): Promise<void> => {
  for (const day of days) {
    if (isLate()) return;
    const endsAt = await endOf(day, ports);
    if (endsAt > runtime.now()) {
      await ports['runs:expire'].postpone(taskScope.project(day), day, endsAt);
      expired.postponed += 1;
    } else {
      expired.runs += await expireDay(day, ports);
      expired.days += 1;
    }
  }
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
