import type { publishFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { takeUpload } from '#domain/uploads/take-upload.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { JsonObject } from '#planner/spec/json-object.ts';
import { readDocument } from '#planner/spec/read-document.ts';
import { readSpec } from '#planner/spec/read-spec.ts';
import { SpecError } from '#planner/spec/spec-error.ts';
import { blobKeys } from './blob-keys.ts';
import { diffSpecs, type SpecDiff } from './diff-specs.ts';
import { readJson, writeJson } from './json-blob.ts';
import { type Preparation, queueBuild } from './queue-build.ts';

/**
 * Takes a feature's OpenAPI spec in and starts the build of its verifier; answers before planning (decision record 0004).
 * Throws SPEC_INVALID or SPEC_TOO_COMPLEX for what needs no planning to refuse, UPLOAD_INCOMPLETE where nothing whole was uploaded; then
 * nothing is stored.
 */
export const publishFeatureSpec: UseCase<typeof endpoint> = async ({ scope, head: known, body }, ports, runtime) => {
  const { document, specHash, warnings } =
    body.uploadId === undefined
      ? await intake(body.spec!, '#/spec')
      : await intake(await uploadedText(scope, ports, runtime, body.uploadId), '#/uploadId');
  const stored = writeJson(ports['blobs:write'], scope, blobKeys.spec(scope, specHash), document);
  const prepare: Preparation<SpecDiff> = async (head) => {
    const isNew = head.specHash !== specHash;
    const [previous] = await Promise.all([previousSpec(ports['blobs:read'], scope, head.specHash), stored]);
    return {
      head: {
        ...head,
        specHash,
        envProvidedParams: body.envProvidedParams,
        ...(isNew ? { status: 'SPEC_PUBLISHED' as const, journeyStatesHash: null } : {}),
      },
      result: diffSpecs(previous, document),
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

/** As much as the planner takes of a text, also with the aliases of YAML written out. */
const largestBytes = 16 * 1024 * 1024;

const intake = async (spec: string | Record<string, unknown>, at: '#/spec' | '#/uploadId') => {
  try {
    const document = await readDocument(spec);
    if (Buffer.byteLength(JSON.stringify(document)) > largestBytes)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        'With its aliases written out the spec has more than 16 MiB.',
        'Replace aliases by "$ref" to a component.',
      );
    const { specHash, warnings } = await readSpec(document);
    return { document, specHash, warnings };
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

const previousSpec = async (
  blobs: BlobReader,
  scope: FeatureScope,
  specHash: string | null,
): Promise<JsonObject | undefined> =>
  specHash === null ? undefined : readJson<JsonObject>(blobs, scope, blobKeys.spec(scope, specHash));
