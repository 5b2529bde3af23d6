import { taskScope } from '#domain/access/scope.ts';
import type { enrichCases as task } from '#contract/tasks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { asJson, readJson, writeJson } from '#domain/builds/json-blob.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { caseOf } from './case-of.ts';
import type { Skeleton } from './derive-skeletons.ts';
import { batchSize, tell } from './generation-step.ts';

/** Makes whole cases of one batch of skeletons, by rule. */
export const enrichCases: TaskUseCase<typeof task> = async ({ batch, ...ids }, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const key = (part: string) => blobKeys.generation(scope, ids.workflowId, part);
  const skeletons = await readJson<Skeleton[]>(ports['blobs:read'], scope, key('skeletons'));
  const generatedAt = runtime.now().toISOString();
  const from = batch * batchSize;
  const cases = skeletons
    .slice(from, from + batchSize)
    .map((skeleton, index) => caseOf(scope, skeleton, from + index, generatedAt));
  await writeJson(ports['blobs:write'], scope, key(`cases-${batch}`), asJson(cases));
  const enriched = { batch, cases: cases.length };
  await tell(ports['cases:write'], scope, ids.workflowId, 'ENRICHING', 'Working the requirements out.', { enriched });
  return {};
};
