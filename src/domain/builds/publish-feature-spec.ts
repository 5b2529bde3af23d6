import type { publishFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { takeUpload } from '#domain/uploads/take-upload.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { JsonObject } from '#planner/spec/json-object.ts';
import { MAX_BYTES, writtenOutTooLong } from '#planner/spec/check-document-limits.ts';
import { readDocument } from '#planner/spec/read-document.ts';
import { readSpec } from '#planner/spec/read-spec.ts';
import { SpecError } from '#planner/spec/spec-error.ts';
import type { SpecModel } from '#planner/spec/spec-model.ts';
import { blobKeys } from './blob-keys.ts';
import { type AffectedJourneys, affectedJourneys, plansOf } from './changed-journeys.ts';
import { diffSpecs, type ReadSpec, type SpecDiff, touchedBy } from './diff-specs.ts';
import type { FeatureHead } from './feature-head.ts';
import { readJson, writeJson } from './json-blob.ts';
import { type Preparation, queueBuild } from './queue-build.ts';

/**
 * Takes a feature's OpenAPI spec in and starts the build of its verifier; answers before planning (decision record 0004).
 * Throws SPEC_INVALID or SPEC_TOO_COMPLEX for what needs no planning to refuse, UPLOAD_INCOMPLETE where nothing whole was uploaded; then
 * nothing is stored.
 */
export const publishFeatureSpec: UseCase<typeof endpoint> = async ({ scope, head: known, body }, ports, runtime) => {
  const read =
    body.uploadId === undefined
      ? await intake(body.spec!, '#/spec')
      : await intake(await uploadedText(scope, ports, runtime, body.uploadId), '#/uploadId');
  const { specHash, warnings } = read.model;
  const stored = writeJson(ports['blobs:write'], scope, blobKeys.spec(scope, specHash), read.document);
  const prepare: Preparation<PublishDiff> = async (head) => {
    const isNew = head.specHash !== specHash;
    const [result] = await Promise.all([diffTo(read, scope, ports, head), stored]);
    return {
      head: {
        ...head,
        specHash,
        envProvidedParams: body.envProvidedParams,
        ...(isNew ? { status: 'SPEC_PUBLISHED' as const, journeyStatesHash: null } : {}),
      },
      result,
    };
  };
  const queued = queueBuild(scope, ports, runtime, prepare, { head: known });
  const [{ build, result: diff }] = await Promise.all([queued, stored]);
  return { body: { specHash, buildId: build.id, diff, warnings }, headers: acceptedHeaders(scope, build.id) };
};

/** Where to look for the outcome, and when. */
export const acceptedHeaders = (scope: FeatureScope, buildId: string): Record<string, string> => ({
  location: `/api/v1/workspaces/${scope.workspaceId}/projects/${scope.projectId}/features/${scope.featureId}/builds/${buildId}`,
  'retry-after': '2',
});

/** A byte that is no UTF-8 is no text of a spec, and shows as such. */
const uploadedText = async (
  scope: FeatureScope,
  ports: Parameters<typeof takeUpload>[1],
  runtime: Runtime,
  uploadId: string,
): Promise<string> => {
  const { content } = await takeUpload(scope, ports, runtime, uploadId, 'SPEC');
  return new TextDecoder().decode(content);
};

type Intake = { document: JsonObject; model: SpecModel };

const intake = async (spec: string | Record<string, unknown>, at: '#/spec' | '#/uploadId'): Promise<Intake> => {
  try {
    const document = await readDocument(spec);
    if (Buffer.byteLength(JSON.stringify(document)) > MAX_BYTES) throw writtenOutTooLong();
    return { document, model: await readSpec(document) };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new ServiceError(error.code, `${error.message} ${error.fix}`, [
      {
        in: 'body',
        pointer: at === '#/spec' ? `${at}${error.pointer ?? ''}` : at,
        code: 'INVALID',
        message: error.message,
      },
    ]);
  }
};

type PublishDiff = SpecDiff & AffectedJourneys;

/** What the publish changes of the spec before, and which journeys of the current verifier that concerns. */
const diffTo = async (
  read: Intake,
  scope: FeatureScope,
  ports: { 'blobs:read': BlobReader },
  { specHash, currentPlans }: FeatureHead,
): Promise<PublishDiff> => {
  const isSame = specHash === read.model.specHash;
  const previous = isSame || specHash === null ? undefined : await readPrevious(ports['blobs:read'], scope, specHash);
  const diff = diffSpecs(isSame ? read : previous, read);
  const touched = touchedBy(diff, previous);
  if (touched.size === 0 || currentPlans === null) return { ...diff, journeys: [], journeyCount: 0 };
  const plans = await plansOf(scope, ports['blobs:read'], currentPlans);
  return { ...diff, ...affectedJourneys(plans ?? [], touched) };
};

/** What was taken once is read again; only rules that became stricter since keep it from being compared. */
const readPrevious = async (blobs: BlobReader, scope: FeatureScope, specHash: string): Promise<ReadSpec> => {
  const document = await readJson<JsonObject>(blobs, scope, blobKeys.spec(scope, specHash));
  try {
    return { document, model: await readSpec(document) };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { document, model: undefined };
  }
};
