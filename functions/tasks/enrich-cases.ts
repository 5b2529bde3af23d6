import { enrichCases as task } from '#contract/tasks.ts';
import { enrichCases } from '#domain/generation/enrich-cases.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { caseWriter } from '../support/providers/cases-write.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { languageModel } from '../support/providers/models-ask.ts';

export const operation = implementTask(task, enrichCases);
export const handler = onTask(operation, {
  'cases:write': caseWriter,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'models:ask': languageModel,
});
