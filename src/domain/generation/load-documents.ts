import { taskScope } from '#domain/access/scope.ts';
import type { loadDocuments as task } from '#contract/tasks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { asJson, writeJson } from '#domain/builds/json-blob.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import { TaskError } from '#domain/task-failure.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { counted, tell } from './generation-step.ts';

/** The documents that the generation reads, as they are now: completed ones, or where there are none, drafts. */
export const loadDocuments: TaskUseCase<typeof task> = async (ids, ports) => {
  const scope = taskScope.feature(ids);
  await tell(ports['cases:write'], scope, ids.workflowId, 'LOADING', 'Loading the documents.');
  const key = blobKeys.generation(scope, ids.workflowId, 'sources');
  // A generation that starts over reads what it read before, or its counts would not fit together.
  if ((await ports['blobs:read'].read(scope, key)) !== undefined) return {};
  const documents = (await ports['documents:read'].list(scope)).toReversed();
  const completed = documents.filter(({ status }) => status === 'COMPLETED');
  const sources: Document[] = completed.length > 0 ? completed : documents;
  if (sources.length === 0)
    throw new TaskError('NO_DOCUMENTS', 'The feature has no documents. Add its PRD or TRD, then generate again.');
  await writeJson(ports['blobs:write'], scope, key, asJson(sources));
  await tell(ports['cases:write'], scope, ids.workflowId, 'LOADING', `Loaded ${counted(sources.length, 'document')}.`);
  return {};
};
