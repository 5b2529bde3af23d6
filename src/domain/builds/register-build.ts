import { type FeatureScope, taskScope } from '#domain/access/scope.ts';
import type { registerBuild as task } from '#contract/tasks.ts';
import type { BlobRemover } from '#domain/ports/blob-store.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { blobKeys } from './blob-keys.ts';
import type { Build } from './build.ts';
import { changeOf, type Transition, withCurrent } from './build-rules.ts';
import { openBuild } from './build-step.ts';
import { commitChange } from './commit-change.ts';
import { readJson } from './json-blob.ts';
import type { VerifierFiles } from './verifier-files.ts';

/**
 * BUILDING → READY with the files that were stamped; the build that was current until now becomes SUPERSEDED in the same step. What the
 * feature's earlier builds left goes then. Once is enough.
 */
export const registerBuild: TaskUseCase<typeof task> = async (ids, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const builds = ports['builds:write'];
  const registered = await commitChange(builds, runtime, scope, async (head) => {
    const isRepeated = head.currentBuildId === ids.buildId;
    const older = head.currentBuildId === null ? undefined : await builds.find(scope, head.currentBuildId);
    if (isRepeated) return { result: older! };
    const build = await openBuild(builds, scope, ids.buildId);
    const files = await readJson<VerifierFiles>(
      ports['blobs:read'],
      scope,
      blobKeys.verifierFiles(scope, build.filesBuildId!),
    );
    const ready: Build = { ...build, ...files, state: 'READY', completedAt: runtime.now().toISOString() };
    const transitions: Transition[] = [{ from: build, to: ready }];
    if (older) transitions.push({ from: older, to: { ...older, state: 'SUPERSEDED' } });
    return { change: changeOf(scope, withCurrent(head, ready), transitions, runtime), result: ready };
  });
  await removeOldFiles(scope, ports['blobs:remove'], registered);
  return {};
};

/** More than an overtaken build and its predecessor can leave. */
const mostFiles = 200;

/** Ids are in the order of time, and an earlier build has ended: nobody can download its files any more, and nobody will take them over. */
const removeOldFiles = async (scope: FeatureScope, blobs: BlobRemover, { id, filesBuildId }: Build): Promise<void> => {
  const of = (buildId: string): string => blobKeys.verifiers(scope, buildId);
  const isOld = (key: string): boolean => key < of(id) && !key.startsWith(of(filesBuildId!));
  await blobs.removeBelow(scope, blobKeys.verifiers(scope), mostFiles, isOld);
};
