import { envelopeType } from '#contract/dsse.ts';
import { stateVerifier } from '#contract/verifier-statement.ts';
import type { stampVerifier as task } from '#contract/tasks.ts';
import { taskScope } from '#domain/access/scope.ts';
import type { Platform } from '#domain/ports/verifier-stamper.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { blobKeys } from './blob-keys.ts';
import { asJson, readJson, writeJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';
import { signStatement } from './sign-statement.ts';
import type { VerifierFiles } from './verifier-files.ts';

/**
 * Makes the build's files, and signs a statement that names their hashes and the build (decision record 95). Reads nothing but the plans
 * and the runners, and tells what it made in a document.
 */
export const stampVerifier: TaskUseCase<typeof task> = async (
  { plansHash, runnerRelease, sequence, ...ids },
  ports,
) => {
  const scope = taskScope.feature(ids);
  const { bundle } = await readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, plansHash));
  const keyOf = (platform: Platform): string => blobKeys.verifier(scope, ids.buildId, platform);
  const artifacts = await ports['verifiers:stamp'].stamp({ scope, runnerRelease, bundle, keyOf });
  const { specHash, flowVersion } = bundle;
  const facts = { ...ids, sequence: Number(sequence), specHash, flowVersion, runnerRelease };
  const signed = await signStatement(ports['verifiers:sign'], stateVerifier(artifacts, facts));
  const blobs = ports['blobs:write'];
  const statement = Buffer.from(JSON.stringify(signed));
  await blobs.write(scope, blobKeys.verifierStatement(scope, ids.buildId), statement, envelopeType);
  const files: VerifierFiles = { artifacts, statementSignature: signed.signatures[0]!.sig };
  await writeJson(blobs, scope, blobKeys.verifierFiles(scope, ids.buildId), asJson(files));
  return {};
};
