import type { FeatureScope } from '#domain/access/scope.ts';
import type { BuildWriter } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { changeOf, hasEnded } from './build-rules.ts';
import { commitChange } from './commit-change.ts';

/** Moves a build to FAILED with its reason. A build that has ended already stays as it is. */
export const endBuild = (
  scope: FeatureScope,
  builds: BuildWriter,
  runtime: Runtime,
  buildId: string,
  failure: { reason: string; message: string },
): Promise<void> =>
  commitChange(builds, scope, async (head) => {
    const build = await builds.find(scope, buildId);
    if (build === undefined || hasEnded(build)) return { result: undefined };
    const failed = { ...build, ...failure, state: 'FAILED' as const, completedAt: runtime.now().toISOString() };
    return { change: changeOf(scope, head, [{ from: build, to: failed }], runtime), result: undefined };
  });
