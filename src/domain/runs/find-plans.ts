import { ServiceError, type FieldError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { readJson } from '#domain/builds/json-blob.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import { type KnownPlans, plansOfAll } from './plans-of-all.ts';
import type { UploadedRun } from './uploaded-run.ts';

type Ports = { 'builds:read': BuildReader; 'blobs:read': BlobReader };

const mostFindings = 20;

/**
 * The plans that a result document was made with: of the newest build of its spec and flow version that has all of its journeys. Throws
 * RESULT_MISMATCH for a spec that this feature never had, a flow version that no build of it has, journeys that no build planned, and for one
 * that stands there twice.
 */
export const findPlans = async (
  scope: FeatureScope,
  { currentPlans: current }: FeatureHead,
  ports: Ports,
  upload: UploadedRun,
): Promise<KnownPlans> => {
  refuseTwins(upload);
  const { specHash, flowVersion } = upload.head.metadata;
  const read = (hash: string): Promise<PlanDocument> =>
    readJson(ports['blobs:read'], scope, blobKeys.plans(scope, hash));
  const [builds, likely] = await Promise.all([
    ports['builds:read'].list(scope),
    current?.specHash === specHash ? read(current.plansHash) : undefined,
  ]);
  const ofSpec = builds.filter((build) => build.specHash === specHash && build.plansHash !== null);
  const planned = ofSpec.filter((build) => build.flowVersion === flowVersion);
  const found = await plansOfAll(planned, upload.ids, async (hash) =>
    likely && hash === current?.plansHash ? likely : await read(hash),
  );
  if (Array.isArray(found)) throw wrongJourneys(upload, found);
  if (found !== undefined) return found;
  throw ofSpec.length === 0 ? wrongSpec(specHash) : wrongFlow(flowVersion);
};

const refuseTwins = ({ ids }: UploadedRun): void => {
  const seen = new Set<string>();
  const twins = ids.flatMap((id, index) => (seen.has(id) ? [index] : (seen.add(id), [])));
  if (twins.length > 0)
    throw new ServiceError(
      'RESULT_MISMATCH',
      'A journey stands in the results more than once. Upload the document as the verifier wrote it.',
      findings(twins, 'stands there twice'),
    );
};

const wrongSpec = (specHash: string): ServiceError =>
  new ServiceError(
    'RESULT_MISMATCH',
    'This feature has no verifier for the spec of these results: they belong to another feature, or were made offline. Pull the verifier of this feature and run that.',
    [{ in: 'body', pointer: '#/results/metadata/specHash', code: 'INVALID', message: `${specHash} was never built` }],
  );

const wrongFlow = (flowVersion: string): ServiceError =>
  new ServiceError(
    'RESULT_MISMATCH',
    'No verifier of this spec was built with the flow version of these results. Pull the verifier of this feature and run that.',
    [
      {
        in: 'body',
        pointer: '#/results/metadata/flowVersion',
        code: 'INVALID',
        message: `no build has flow version ${flowVersion}`,
      },
    ],
  );

const wrongJourneys = ({ ids }: UploadedRun, strangers: number[]): ServiceError =>
  new ServiceError(
    'RESULT_MISMATCH',
    `${strangers.length} of ${ids.length} journeys are not in the plan of this feature's verifier. Pull the verifier of this feature and run that.`,
    findings(strangers, 'is not in the plan'),
  );

const findings = (indexes: number[], message: string): FieldError[] =>
  indexes
    .slice(0, mostFindings)
    .map((index) => ({ in: 'body', pointer: `#/results/journeys/${index}/id`, code: 'INVALID', message }));
