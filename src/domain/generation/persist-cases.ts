import { taskScope } from '#domain/access/scope.ts';
import type { persistCases as task } from '#contract/tasks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { readJson } from '#domain/builds/json-blob.ts';
import type { StoredCase } from '#domain/ports/case-repository.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { counted, ended, tell } from './generation-step.ts';

const casesAtOnce = 90;

/**
 * Stores the cases: those of the same requirement are written over, those whose requirement is gone become ARCHIVED. Then the generation
 * is COMPLETED.
 */
export const persistCases: TaskUseCase<typeof task> = async ({ batches, ...ids }, ports) => {
  const scope = taskScope.feature(ids);
  const store = ports['cases:write'];
  const parts = await Promise.all(
    batches.map((batch) =>
      readJson<StoredCase[]>(ports['blobs:read'], scope, blobKeys.generation(scope, ids.workflowId, `cases-${batch}`)),
    ),
  );
  const cases = [...new Map(parts.flat().map((each) => [each.id, each])).values()];
  await tell(store, scope, ids.workflowId, 'PERSISTING', 'Storing the cases.');
  for (let from = 0; from < cases.length; from += casesAtOnce) {
    const portion = cases.slice(from, from + casesAtOnce);
    if (!(await store.save(scope, portion))) throw ended(ids.workflowId);
    const persistedCases = from + portion.length;
    await tell(store, scope, ids.workflowId, 'PERSISTING', 'Storing the cases.', { persistedCases });
  }
  const made = new Set(cases.map(({ id }) => id));
  const gone = (await ports['cases:read'].list(scope, scope.featureId)).filter(
    ({ id, status }) => !made.has(id) && status !== 'ARCHIVED',
  );
  for (let from = 0; from < gone.length; from += casesAtOnce) {
    const archived = gone.slice(from, from + casesAtOnce).map((each) => ({ ...each, status: 'ARCHIVED' as const }));
    if (!(await store.save(scope, archived))) throw ended(ids.workflowId);
  }
  const message = `${counted(cases.length, 'validation case')} generated.`;
  await tell(store, scope, ids.workflowId, 'DONE', message, { status: 'COMPLETED' });
  return {};
};
