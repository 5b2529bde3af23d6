import type { publishFeatureSpec as endpoint } from '#contract/endpoints/specs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { takeUpload } from '#domain/uploads/take-upload.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { SpecDiff } from '#planner/compare/diff-specs.ts';
import type { PreviousSpec, TakenSpec } from '#planner/compare/take-spec.ts';
import { confined } from '#planner/confined/confined.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import type { Build } from './build.ts';
import { blobKeys } from './blob-keys.ts';
import { type AffectedJourneys, affectedJourneys, plansOf } from './changed-journeys.ts';
import type { FeatureHead } from './feature-head.ts';
import { readJsonText, writeJson } from './json-blob.ts';
import { type Preparation, queueBuild, roomFor } from './queue-build.ts';

/**
 * Takes a feature's OpenAPI spec in and starts the build of its verifier; answers before planning (decision record 0004).
 * Throws SPEC_INVALID or SPEC_TOO_COMPLEX for what needs no planning to refuse, UPLOAD_INCOMPLETE where nothing whole was uploaded; then
 * nothing is stored.
 */
export const publishFeatureSpec: UseCase<typeof endpoint> = async (
  { actor, scope, head: known, body, fairUse, alongside },
  ports,
  runtime,
) => {
  const given = await givenText(body, scope, ports, runtime);
  const taken = await take(given, await previousSpec(scope, ports, known?.specHash ?? null));
  const { document, specHash, warnings } = taken;
  const stored = writeJson(ports['blobs:write'], scope, blobKeys.spec(scope, specHash), document);
  const prepare: Preparation<PublishDiff> = async (head) => {
    const isNew = head.specHash !== specHash;
    // Another publish may have come in between.
    const compared =
      head.specHash === (known?.specHash ?? null)
        ? taken
        : await take(given, await previousSpec(scope, ports, head.specHash));
    const [result] = await Promise.all([withJourneys(compared, scope, ports, head), stored]);
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
  const answer = ({ id: buildId }: Build, diff: PublishDiff) => ({
    body: { specHash, buildId, diff, warnings },
    headers: acceptedHeaders(scope, buildId),
  });
  const accompany = (queued: Build, diff: PublishDiff) => alongside(answer(queued, diff));
  const room = roomFor(actor, fairUse);
  const queued = queueBuild(scope, ports, runtime, prepare, { head: known, accompany, room });
  const [{ build, result }] = await Promise.all([queued, stored]);
  return answer(build, result);
};

/** Where to look for the outcome, and when. */
export const acceptedHeaders = (scope: FeatureScope, buildId: string): Record<string, string> => ({
  location: `/api/v1/workspaces/${scope.workspaceId}/projects/${scope.projectId}/features/${scope.featureId}/builds/${buildId}`,
  'retry-after': '2',
});

/** The text of a spec, and where the request has it. */
type Given = { text: string; at: '#/spec' | '#/uploadId' };

const givenText = async (
  { spec, uploadId }: { spec?: string | Record<string, unknown> | undefined; uploadId?: string | undefined },
  scope: FeatureScope,
  ports: Parameters<typeof takeUpload>[1],
  runtime: Runtime,
): Promise<Given> => {
  if (uploadId === undefined) return { text: typeof spec === 'string' ? spec : JSON.stringify(spec), at: '#/spec' };
  const { content } = await takeUpload(scope, ports, runtime, uploadId, 'SPEC');
  // A byte that is no UTF-8 is no text of a spec, and shows as such.
  return { text: new TextDecoder().decode(content), at: '#/uploadId' };
};

/** Of the function's timeout on AWS, 29 s, what the rest of a publish leaves; the same on one machine. */
const readingMs = 22_000;

const take = async ({ text, at }: Given, previous: PreviousSpec | undefined): Promise<TakenSpec> => {
  try {
    const input = { spec: text, ...(previous === undefined ? {} : { previous }) };
    return await confined('takeSpec', input, { wallMs: readingMs });
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
  scope: FeatureScope,
  ports: { 'blobs:read': BlobReader },
  specHash: string | null,
): Promise<PreviousSpec | undefined> =>
  specHash === null
    ? undefined
    : { specHash, text: await readJsonText(ports['blobs:read'], scope, blobKeys.spec(scope, specHash)) };

type PublishDiff = SpecDiff & AffectedJourneys;

/** What the publish changes, with the journeys of the current verifier that call it. */
const withJourneys = async (
  { diff, touched }: TakenSpec,
  scope: FeatureScope,
  ports: { 'blobs:read': BlobReader },
  { currentPlans }: FeatureHead,
): Promise<PublishDiff> => {
  if (touched.size === 0 || currentPlans === null) return { ...diff, journeys: [], journeyCount: 0 };
  const plans = await plansOf(scope, ports['blobs:read'], currentPlans);
  return { ...diff, ...affectedJourneys(plans ?? [], touched) };
};
