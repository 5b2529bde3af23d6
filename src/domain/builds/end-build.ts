import type { FeatureScope } from '#domain/access/scope.ts';
import { ServiceError } from '#contract/errors.ts';
import type { BuildWriter } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { changeOf, hasEnded } from './build-rules.ts';
import { commitChange } from './commit-change.ts';

/** A failure that a caller can do nothing about but to try again. */
export const brokenBuild = {
  reason: 'BUILD_BROKEN',
  message: 'The build broke off on our side. Build again; if it stays, report the build id.',
};

/** Moves a build to FAILED with its reason. One that has ended already stays as it is, and of a deleted feature nothing is left to fail. */
export const endBuild = async (
  scope: FeatureScope,
  builds: BuildWriter,
  runtime: Runtime,
  buildId: string,
  failure: { reason: string; message: string },
): Promise<void> => {
  try {
    await commitChange(builds, runtime, scope, async (head) => {
      const build = await builds.find(scope, buildId);
      if (build === undefined || hasEnded(build)) return { result: undefined };
      const failed = { ...build, ...failure, state: 'FAILED' as const, completedAt: runtime.now().toISOString() };
      return { change: changeOf(scope, head, [{ from: build, to: failed }], runtime), result: undefined };
    });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error;
  }
};
