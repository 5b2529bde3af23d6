import { type FeatureScope, taskScope } from '#domain/access/scope.ts';
import type { enrichCases as task } from '#contract/tasks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { asJson, readJson, writeJson } from '#domain/builds/json-blob.ts';
import { contentOf } from '#domain/documents/document-rules.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { LeftOut, StoredCase } from '#domain/ports/case-repository.ts';
import type { TaskUseCase } from '#domain/task.ts';
import type { Asked } from './accept-proposals.ts';
import { askAbout, Unusable } from './ask-about.ts';
import { modelOf } from './model-of.ts';
import { caseOf } from './case-of.ts';
import type { Skeleton } from './derive-skeletons.ts';
import { batchSize, ended, tell } from './generation-step.ts';

/** What one batch hands on. */
export type EnrichedBatch = { cases: StoredCase[]; dropped: LeftOut[] };

/** Makes whole cases of one batch of skeletons: by rule, or with the language model where one is configured. */
export const enrichCases: TaskUseCase<typeof task> = async ({ batch, ...ids }, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const { workflowId } = ids;
  const store = ports['cases:write'];
  const key = (part: string) => blobKeys.generation(scope, workflowId, part);
  // A generation that has ended is not worked for, and spends nothing.
  await tell(store, scope, workflowId, 'ENRICHING', 'Working the requirements out.');
  const own = await readJson<Skeleton[]>(ports['blobs:read'], scope, key(`skeletons-${batch}`));
  const model = await modelOf(scope, workflowId, ports);
  const generatedAt = runtime.now().toISOString();
  const from = batch * batchSize;
  const ruled = own.map((skeleton, index) => caseOf(scope, skeleton, from + index, generatedAt));
  const enrich = async () =>
    model.name === null
      ? { cases: ruled, dropped: [], tokens: 0 }
      : askAbout(
          scope,
          await withContent(ports['blobs:read'], scope, own, ruled),
          `${workflowId}/${batch}`,
          model,
          ports,
        );
  // Another batch has failed the generation meanwhile. What this one took is counted all the same, by the sweep.
  const endLate = async (tokens: number): Promise<never> => {
    if (tokens > 0) await store.keepLate(scope, workflowId, { batch, tokens }, runtime.now());
    throw ended(workflowId);
  };
  try {
    const { tokens, ...enriched } = await enrich();
    await writeJson(ports['blobs:write'], scope, key(`cases-${batch}`), asJson(enriched));
    const counts = { enriched: { batch, cases: enriched.cases.length }, tokens: { batch, tokens } };
    if (!(await store.advance(scope, workflowId, counts))) await endLate(tokens);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const counts = { tokens: { batch, tokens: error.tokens } };
    if (!(await store.advance(scope, workflowId, counts))) await endLate(error.tokens);
    throw error;
  }
  return {};
};

/** Each document is read once. */
const withContent = async (
  blobs: BlobReader,
  scope: FeatureScope,
  skeletons: readonly Skeleton[],
  ruled: readonly StoredCase[],
): Promise<Asked[]> => {
  const hashes = [...new Set(skeletons.map(({ contentHash }) => contentHash))];
  const read = async (contentHash: string) => [contentHash, await contentOf(blobs, scope, { contentHash })] as const;
  const contents = new Map(await Promise.all(hashes.map(read)));
  return skeletons.map((skeleton, index) => ({
    skeleton,
    ruled: ruled[index]!,
    content: contents.get(skeleton.contentHash)!,
  }));
};
