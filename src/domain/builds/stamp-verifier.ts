import { writeChecksums } from '#contract/checksums.ts';
import type { stampVerifier as task } from '#contract/tasks.ts';
import { taskScope } from '#domain/access/scope.ts';
import type { Platform } from '#domain/ports/verifier-stamper.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { blobKeys } from './blob-keys.ts';
import { asJson, readJson, writeJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';
import type { VerifierFiles } from './verifier-files.ts';

/** Makes the build's files and signs their SHA256SUMS. Reads nothing but the plans and the runners, and tells what it made in a document. */
export const stampVerifier: TaskUseCase<typeof task> = async ({ plansHash, runnerRelease, ...ids }, ports) => {
  const scope = taskScope.feature(ids);
  const { bundle } = await readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, plansHash));
  const keyOf = (platform: Platform): string => blobKeys.verifier(scope, ids.buildId, platform);
  const artifacts = await ports['verifiers:stamp'].stamp({ scope, runnerRelease, bundle, keyOf });
  const signature = await ports['verifiers:sign'].sign(Buffer.from(writeChecksums(artifacts)));
  const files: VerifierFiles = { artifacts, signature };
  await writeJson(ports['blobs:write'], scope, blobKeys.verifierFiles(scope, ids.buildId), asJson(files));
  return {};
};
