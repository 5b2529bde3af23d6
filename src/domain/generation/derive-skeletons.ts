import { taskScope } from '#domain/access/scope.ts';
import type { deriveSkeletons as task } from '#contract/tasks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { asJson, readJson, writeJson } from '#domain/builds/json-blob.ts';
import { contentOf } from '#domain/documents/document-rules.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import type { LeftOut } from '#domain/ports/case-repository.ts';
import { TaskError } from '#domain/task-failure.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { batchSize, counted, tell } from './generation-step.ts';
import { readRequirements, type Requirement } from '#planner/trace/read-requirements.ts';

/** What one generation works out, and a list shows at once. */
const mostSkeletons = 5000;

/** A requirement with the document that it is from. */
export type Skeleton = Requirement & { documentId: string; contentHash: string };

/** One skeleton for each requirement that the documents state; answers the batches that are to be enriched. */
export const deriveSkeletons: TaskUseCase<typeof task> = async (ids, ports) => {
  const scope = taskScope.feature(ids);
  const cases = ports['cases:write'];
  await tell(cases, scope, ids.workflowId, 'DERIVING_SKELETONS', 'Reading the requirements.');
  const key = (part: string) => blobKeys.generation(scope, ids.workflowId, part);
  const sources = await readJson<Document[]>(ports['blobs:read'], scope, key('sources'));
  const skeletons: Skeleton[] = [];
  const leftOut: LeftOut[] = [];
  for (const source of sources) {
    const content = await contentOf(ports['blobs:read'], scope, source);
    const { requirements, leftOut: here } = readRequirements(content);
    for (const requirement of requirements)
      skeletons.push({ ...requirement, documentId: source.id, contentHash: source.contentHash });
    leftOut.push(...here.map((each) => ({ ...each, documentId: source.id })));
  }
  if (skeletons.length === 0)
    throw new TaskError(
      'NO_REQUIREMENTS',
      'The documents state no requirement. Write what the feature must do, one sentence or list item each, then generate again.',
    );
  if (skeletons.length > mostSkeletons)
    throw new TaskError(
      'TOO_MANY_REQUIREMENTS',
      `The documents state ${skeletons.length} requirements; a feature may have ${mostSkeletons}. Split it, then generate again.`,
    );
  const batches = Array.from({ length: Math.ceil(skeletons.length / batchSize) }, (_, batch) => batch);
  const write = (batch: number): Promise<void> => {
    const own = skeletons.slice(batch * batchSize, (batch + 1) * batchSize);
    return writeJson(ports['blobs:write'], scope, key(`skeletons-${batch}`), asJson(own));
  };
  await Promise.all(batches.map(write));
  await writeJson(ports['blobs:write'], scope, key('left-out'), asJson(leftOut));
  const message = `Found ${counted(skeletons.length, 'requirement')}.`;
  await tell(cases, scope, ids.workflowId, 'ENRICHING', message, { totalSkeletons: skeletons.length });
  return { batches };
};
