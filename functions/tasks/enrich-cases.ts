import { enrichCases as task } from '#contract/tasks.ts';
import { enrichCases } from '#domain/generation/enrich-cases.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { caseWriter } from '../support/providers/cases-write.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { llmKeyDecipher } from '../support/providers/llm-keys-decrypt.ts';
import { llmKeyReader } from '../support/providers/llm-keys-read.ts';
import { ownModels } from '../support/providers/own-models-ask.ts';
import { languageModel } from '../support/providers/models-ask.ts';

export const operation = implementTask(task, enrichCases);
export const handler = onTask(operation, {
  'cases:write': caseWriter,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'models:ask': languageModel,
  'cases:read': caseReader,
  'llm-keys:read': llmKeyReader,
  'llm-keys:decrypt': llmKeyDecipher,
  'own-models:ask': ownModels,
});
