import { taskScope } from '#domain/access/scope.ts';
import { createHash } from 'node:crypto';
import { writeChecksums } from '#contract/checksums.ts';
import type { assembleVerifier as task } from '#contract/tasks.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import { availablePlatforms, type AvailablePlatform } from '#domain/ports/verifier-assembler.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { hashOf } from '#planner/spec/canonical-json.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { blobKeys } from './blob-keys.ts';
import type { Artifact } from './build.ts';
import { changeBuild, openBuild } from './build-step.ts';
import { readJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';

type AssemblyPorts = PortsFor<(typeof task)['uses'][number]>;

/** Makes and stores the file of each platform under the hash of all that decides its bytes, and signs their SHA256SUMS. */
export const assembleVerifier: TaskUseCase<typeof task> = async (ids, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const build = await openBuild(ports['builds:amend'], scope, ids.buildId);
  const key = blobKeys.plans(scope, build.plansHash!);
  const { bundle } = await readJson<PlanDocument>(ports['blobs:read'], scope, key);
  const contentHash = hashOf([build.plansHash!, await ports['verifiers:assemble'].runnerRelease()]);
  const artifacts: Artifact[] = [];
  for (const platform of availablePlatforms)
    artifacts.push(await makeArtifact(scope, ports, contentHash, platform, bundle));
  const signature = await ports['verifiers:sign'].sign(Buffer.from(writeChecksums(artifacts)));
  await changeBuild(ports['builds:amend'], scope, runtime, ids.buildId, () => ({ contentHash, artifacts, signature }));
  return {};
};

const makeArtifact = async (
  scope: FeatureScope,
  ports: AssemblyPorts,
  contentHash: string,
  platform: AvailablePlatform,
  bundle: PlanBundle,
): Promise<Artifact> => {
  const content = await ports['verifiers:assemble'].assemble({ platform, bundle });
  const type = 'text/javascript; charset=utf-8';
  await ports['blobs:write'].write(scope, blobKeys.verifier(scope, contentHash, platform), content, type);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { platform, sha256, sizeBytes: content.byteLength };
};
