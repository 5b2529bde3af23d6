import { verifierContentType, verifierFilename } from '#contract/verifier-file.ts';
import { envelopeType } from '#contract/dsse.ts';
import type { getVerifierDownload as endpoint } from '#contract/endpoints/verifier.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { blobKeys } from './blob-keys.ts';

/** How long a download URL lives (security and reliability §1.8). */
const expiresInSeconds = 300;

/** A signed URL of the newest build's file. Throws VERIFIER_NOT_READY with the build's state until it is READY, and for a platform that is not built. */
export const getVerifierDownload: UseCase<typeof endpoint> = async ({ scope, head, query }, ports) => {
  const { platform } = query;
  const { latestBuildId } = head;
  const build = latestBuildId === null ? undefined : await ports['builds:read'].find(scope, latestBuildId);
  if (build?.state !== 'READY') throw notReady(build);
  const artifact = build.artifacts.find((each) => each.platform === platform);
  if (artifact === undefined) {
    const available = build.artifacts.map((each) => each.platform).join(', ');
    throw new ServiceError('VERIFIER_NOT_READY', `No verifier is built for ${platform}; available: ${available}.`);
  }
  if (build.statementSignature === null)
    throw new ServiceError(
      'VERIFIER_NOT_READY',
      `Build ${build.id} has no signed statement: an earlier version made it. Build again: POST …/builds {"force": true}.`,
    );
  const sign = (key: string, filename: string, contentType: string) =>
    ports['blobs:sign'].signDownload(scope, key, { filename, contentType, expiresInSeconds });
  const made = build.filesBuildId!;
  const filename = verifierFilename(platform);
  const [file, statement] = await Promise.all([
    sign(blobKeys.verifier(scope, made, platform), filename, verifierContentType(platform)),
    sign(blobKeys.verifierStatement(scope, made), 'dezycro-verify.intoto.json', envelopeType),
  ]);
  return {
    body: {
      url: file.url,
      sha256: artifact.sha256,
      signature: build.statementSignature,
      provenanceUrl: statement.url,
      expiresAt: file.expiresAt.toISOString(),
    },
  };
};

const notReady = (build: { id: string; state: string; reason: string | null } | undefined): ServiceError => {
  if (build === undefined)
    return new ServiceError('VERIFIER_NOT_READY', 'No spec is published yet. Publish one: PUT …/spec.');
  const why = build.reason === null ? '' : ` (${build.reason})`;
  const next = build.state === 'FAILED' ? 'See its dropped plans, mend the spec and publish again.' : 'Ask again soon.';
  return new ServiceError('VERIFIER_NOT_READY', `Build ${build.id} is ${build.state}${why}. ${next}`);
};
