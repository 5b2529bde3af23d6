import { persistCases as task } from '#contract/tasks.ts';
import { persistCases } from '#domain/generation/persist-cases.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { allowanceSettler } from '../support/providers/allowance-spend.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { caseWriter } from '../support/providers/cases-write.ts';

export const operation = implementTask(task, persistCases);
export const handler = onTask(operation, {
  'cases:read': caseReader,
  'cases:write': caseWriter,
  'blobs:read': blobReader,
  'allowance:spend': allowanceSettler,
});
