import type { FeatureScope } from '#domain/access/scope.ts';
import type { BuildReader, BuildWriter } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { TaskError } from '#domain/task-failure.ts';
import type { Build } from './build.ts';
import { changeOf, hasEnded } from './build-rules.ts';
import { commitChange } from './commit-change.ts';

/** What every task of the build state machine is given. */
export type BuildIds = {
  tenantId: string;
  workspaceId: string;
  projectId: string;
  featureId: string;
  buildId: string;
};

/** The build while it may still be worked on. BUILD_ENDED ends the execution of one that was overtaken, or that ran before. */
export const openBuild = async (builds: BuildReader, scope: FeatureScope, buildId: string): Promise<Build> => {
  const build = await builds.find(scope, buildId);
  if (build === undefined || hasEnded(build))
    throw new TaskError('BUILD_ENDED', `Build ${buildId} is ${build?.state ?? 'gone'}.`);
  return build;
};

/** Changes an open build, with the event where its state changes. */
export const changeBuild = (
  builds: BuildWriter,
  scope: FeatureScope,
  runtime: Runtime,
  buildId: string,
  change: (build: Build) => Partial<Build>,
): Promise<void> =>
  commitChange(builds, runtime, scope, async (head) => {
    const build = await openBuild(builds, scope, buildId);
    const changed = { ...build, ...change(build) };
    return { change: changeOf(scope, head, [{ from: build, to: changed }], runtime), result: undefined };
  });
