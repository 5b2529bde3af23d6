import { loadDocuments as task } from '#contract/tasks.ts';
import { loadDocuments } from '#domain/generation/load-documents.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { caseWriter } from '../support/providers/cases-write.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { blobReader } from '../support/providers/blobs-read.ts';

export const operation = implementTask(task, loadDocuments);
export const handler = onTask(operation, {
  'documents:read': documentReader,
  'cases:write': caseWriter,
  'blobs:write': blobWriter,
  'blobs:read': blobReader,
});
