import { taskScope } from '#domain/access/scope.ts';
import { predicateType } from '#contract/verifier-statement.ts';
import type { orderVerifier as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { hashOf } from '#planner/intake/json/canonical-json.ts';
import { changeBuild, openBuild } from './build-step.ts';

/**
 * Says what is to be stamped, and into which runners. Where the feature's current build has the same content its files are taken over:
 * `isStamped`, and nothing is made.
 */
export const orderVerifier: TaskUseCase<typeof task> = async (ids, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const builds = ports['builds:amend'];
  const [build, head, runnerRelease] = await Promise.all([
    openBuild(builds, scope, ids.buildId),
    builds.getHead(scope),
    ports['runners:read'].release(),
  ]);
  const plansHash = build.plansHash!;
  const contentHash = hashOf([plansHash, runnerRelease, predicateType]);
  const current = head.currentBuildId === null ? undefined : await builds.find(scope, head.currentBuildId);
  const filesBuildId = (current?.contentHash === contentHash ? current.filesBuildId : undefined) ?? build.id;
  await changeBuild(builds, scope, runtime, build.id, () => ({ contentHash, filesBuildId }));
  // Text, as a container's environment takes it.
  const sequence = String(build.sequence);
  return { plansHash, runnerRelease, sequence, isStamped: filesBuildId !== build.id };
};
