import { type FeatureScope, taskScope } from '#domain/access/scope.ts';
import type { persistCases as task } from '#contract/tasks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { readJson } from '#domain/builds/json-blob.ts';
import type { CaseWriter, LeftOut, StoredCase } from '#domain/ports/case-repository.ts';
import type { TaskUseCase } from '#domain/task.ts';
import type { EnrichedBatch } from './enrich-cases.ts';
import { settleGeneration } from './end-generation.ts';
import { counted, ended, tell } from './generation-step.ts';

const casesAtOnce = 90;
/** A status answer has to stay small, and so has a quote in it. */
const mostLeftOut = 200;
const longestQuote = 300;

/**
 * Publishes the cases, all of them at once: those of the same requirement take the place of the former ones, those whose requirement is gone
 * become ARCHIVED. Then the generation is COMPLETED, and what it spent is settled.
 */
export const persistCases: TaskUseCase<typeof task> = async ({ batches, ...ids }, ports) => {
  const scope = taskScope.feature(ids);
  const { workflowId } = ids;
  const store = ports['cases:write'];
  const part = <T>(name: string): Promise<T> =>
    readJson<T>(ports['blobs:read'], scope, blobKeys.generation(scope, workflowId, name));
  const parts = await Promise.all(batches.map((batch) => part<EnrichedBatch>(`cases-${batch}`)));
  const made = [...new Map(parts.flatMap(({ cases }) => cases).map((each) => [each.id, each])).values()];
  const leftOut = [...(await part<LeftOut[]>('left-out')), ...parts.flatMap(({ dropped }) => dropped)];
  await tell(store, scope, workflowId, 'PERSISTING', 'Storing the cases.');
  const [former] = await ports['cases:read'].list(scope, scope.featureId);
  const all = [...made, ...archived(former?.cases ?? [], made)];
  await stage(store, scope, workflowId, all, made.length);
  await settleGeneration(scope, ports, workflowId);
  const outcome = await store.publish(scope, workflowId, {
    count: all.length,
    replaces: former?.workflowId ?? null,
    message: `${counted(made.length, 'validation case')} generated.`,
    leftOut: leftOut.slice(0, mostLeftOut).map((each) => ({ ...each, quote: cut(each.quote) })),
    leftOutCount: leftOut.length,
  });
  if (outcome === 'ENDED') throw ended(workflowId);
  if (outcome === 'OVERTAKEN') throw new Error('Another generation of the feature has published its cases meanwhile.');
  await store.discardOthers(scope, workflowId);
  return {};
};

const archived = (former: readonly StoredCase[], made: readonly StoredCase[]): StoredCase[] => {
  const again = new Set(made.map(({ id }) => id));
  return former.filter(({ id }) => !again.has(id)).map((each) => ({ ...each, status: 'ARCHIVED' }));
};

/** Only the first `counting` are new; the others have been cases before. */
const stage = async (
  store: CaseWriter,
  scope: FeatureScope,
  workflowId: string,
  all: readonly StoredCase[],
  counting: number,
): Promise<void> => {
  for (let from = 0; from < all.length; from += casesAtOnce) {
    const portion = all.slice(from, from + casesAtOnce);
    if (!(await store.stage(scope, workflowId, from, portion))) throw ended(workflowId);
    const cases = Math.max(0, Math.min(counting, from + portion.length) - from);
    const persisted = { portion: from / casesAtOnce, cases };
    await tell(store, scope, workflowId, 'PERSISTING', 'Storing the cases.', { persisted });
  }
};

const cut = (quote: string): string => (quote.length > longestQuote ? quote.slice(0, longestQuote) : quote);
