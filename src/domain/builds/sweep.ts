import { taskScope } from '#domain/access/scope.ts';
import type { sweep as job } from '#contract/jobs.ts';
import type { JobUseCase } from '#domain/job.ts';
import { publishEvents } from '#domain/events/publish-events.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { sweepWaitingRuns } from '#domain/runs/sweep-waiting-runs.ts';
import { sweepGeneration } from '#domain/generation/sweep-generation.ts';
import { hasEnded } from './build-rules.ts';
import type { BuildIds } from './build-step.ts';
import { brokenBuild, endBuild } from './end-build.ts';

type Ports = PortsFor<(typeof job)['uses'][number]>;

/** `graceSeconds`: how long what was begun is left to whoever began it. */
export type SweepOrder = { graceSeconds: number };
export type Swept = { published: number; started: number; failed: number; counted: number };

/** Longer than a build's state machine runs at most (`TimeoutSeconds` there): whoever would end what is open then is gone. */
const longestBuildSeconds = 3600;
/** So many in one go; the next one takes the rest. */
const mostEvents = 1000;

/**
 * Takes up what a process that ended in between left open: publishes events, starts builds, generations and deletions whose start was cut
 * off between commit and workflow (a start under the same name changes nothing), and fails those that nobody will end; counts runs that were stored and not
 * counted. May run beside everything else.
 */
export const sweep: JobUseCase<typeof job, SweepOrder, Swept> = async ({ graceSeconds }, ports, runtime) => {
  const before = new Date(runtime.now().getTime() - graceSeconds * 1000);
  const events = await ports['open-work:read'].listEvents(before, mostEvents);
  const untold = await publishEvents(events, ports, runtime);
  const swept = { published: events.length - untold.length, started: 0, failed: 0, counted: 0 };
  for (const ids of await ports['open-work:read'].listBuilds(before)) {
    const done = await sweepBuild(ids, ports, runtime);
    if (done !== undefined) swept[done] += 1;
  }
  for (const ids of await ports['open-work:read'].listGenerations(before)) {
    const done = await sweepGeneration(ids, ports, runtime);
    if (done !== undefined) swept[done] += 1;
  }
  for (const ids of await ports['open-work:read'].listDeletions(before)) {
    if (await ports['deletions:start'].start(taskScope.project(ids), ids.projectId, ids, 'again')) swept.started += 1;
  }
  swept.counted = await sweepWaitingRuns(ports, runtime, before);
  return swept;
};

const sweepBuild = async (ids: BuildIds, ports: Ports, runtime: Runtime): Promise<'started' | 'failed' | undefined> => {
  const scope = taskScope.feature(ids);
  const build = await ports['builds:write'].find(scope, ids.buildId);
  if (build === undefined || hasEnded(build)) return undefined;
  const ageMs = runtime.now().getTime() - Date.parse(build.createdAt);
  if (ageMs >= longestBuildSeconds * 1000) {
    await endBuild(scope, ports['builds:write'], runtime, ids.buildId, brokenBuild);
    return 'failed';
  }
  if (build.state !== 'QUEUED') return undefined;
  return (await ports['builds:start'].start(scope, ids.buildId, ids)) ? 'started' : undefined;
};
