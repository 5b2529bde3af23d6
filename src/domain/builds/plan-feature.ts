import { type FeatureScope, taskScope } from '#domain/access/scope.ts';
import type { planFeature as task } from '#contract/tasks.ts';
import { resolvePersonas } from '#domain/personas/resolve-personas.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import { TaskError } from '#domain/task-failure.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { plannable } from '#domain/workbooks/workbook-rules.ts';
import { confined } from '#planner/confined/confined.ts';
import type { FeatureInput } from '#planner/plan-feature.ts';
import { causesOfGaps } from '#planner/rules/causes-of-gaps.ts';
import type { RequirementDocument } from '#planner/trace/required-refusals.ts';
import { hashOf } from '#planner/intake/json/canonical-json.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import { blobKeys } from './blob-keys.ts';
import { changeBuild, openBuild } from './build-step.ts';
import { asJson, readJsonText, writeJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

/**
 * Plans and proves the journeys of the build's spec with the personas as they are now. Ends the build with NO_EXECUTABLE_PLANS where
 * none is left, or only refusals (specification §4, generation rule 7); what was dropped, and why, is kept either way.
 */
export const planFeature: TaskUseCase<typeof task> = async (ids, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const builds = ports['builds:amend'];
  const build = await openBuild(builds, scope, ids.buildId);
  const [spec, personas, documents, workbook, head] = await Promise.all([
    readJsonText(ports['blobs:read'], scope, blobKeys.spec(scope, build.specHash)),
    ports['personas:read'].list(scope),
    ports['documents:read'].list(scope),
    ports['workbooks:read'].find(scope),
    builds.getHead(scope),
  ]);
  const flowVersion = String(workbook.version);
  const resolved = resolvePersonas(personas);
  const planned = await planOrEnd({
    spec,
    personas: resolved,
    requirements: await requirementsOf(ports['blobs:read'], scope, documents),
    workbook: plannable(workbook),
    envProvidedParams: head.envProvidedParams.map(({ name }) => name),
    flowVersion,
  });
  const document: PlanDocument = {
    bundle: planned.bundle,
    dropped: planned.dropped,
    operations: planned.operations.map(({ operation }) => operation),
    gaps: gapsOf(planned),
    surface: { operations: planned.surface, personas: resolved.map(({ name }) => name) },
  };
  const plansHash = hashOf(asJson(document));
  await writeJson(ports['blobs:write'], scope, blobKeys.plans(scope, plansHash), asJson(document));
  const counts = { planCount: planned.bundle.plans.length, droppedCount: planned.dropped.length };
  const found = { flowVersion, previousBuildId: head.currentBuildId, plansHash, ...counts };
  await changeBuild(builds, scope, runtime, ids.buildId, () => found);
  if (counts.planCount === 0) throw new TaskError('NO_EXECUTABLE_PLANS', causesOf(planned));
  return {};
};

/** Of the function's timeout on AWS, 300 s, what reading and writing the blobs leaves; the same on one machine. */
const planningMs = 270_000;

/** What the documents say. The text of one that was changed or deleted since it was listed is gone, and demands nothing. */
const requirementsOf = async (
  blobs: BlobReader,
  scope: FeatureScope,
  documents: Document[],
): Promise<RequirementDocument[]> => {
  const keys = documents.map(({ contentHash }) => blobKeys.document(scope, contentHash));
  const contents = await Promise.all(keys.map((key) => blobs.read(scope, key)));
  return documents.flatMap(({ id }, at): RequirementDocument[] => {
    const content = contents[at];
    if (content === undefined) return [];
    return [{ featureId: scope.featureId, documentId: id, text: Buffer.from(content).toString() }];
  });
};

const gapsOf = (planned: PlannedFeature): NonNullable<PlanDocument['gaps']> =>
  Object.fromEntries(
    [...causesOfGaps(planned)].map(([operation, { reason, detail, edit }]) => [operation, { reason, detail, edit }]),
  );

const planOrEnd = async (input: FeatureInput): Promise<PlannedFeature> => {
  try {
    return await confined('plan', input, { wallMs: planningMs });
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new TaskError(error.code, `${error.message} ${error.fix}`);
  }
};

const mostEdits = 5;

/** The edits that would mend the most, each once. */
const causesOf = ({ dropped }: PlannedFeature): string => {
  const edits = [...new Set(dropped.map(({ reason, edit }) => `${reason}: ${edit}`))];
  const shown = edits.slice(0, mostEdits).join(' ');
  return edits.length === 0
    ? 'No operation of the spec can be verified: it has none that creates something.'
    : `No journey of the spec can be verified. ${shown} See the build's dropped plans.`;
};
