import { failGeneration as task } from '#contract/tasks.ts';
import { failGeneration } from '#domain/generation/fail-generation.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { caseWriter } from '../support/providers/cases-write.ts';
import { allowanceSettler } from '../support/providers/allowance-spend.ts';

export const operation = implementTask(task, failGeneration);
export const handler = onTask(operation, {
  'cases:read': caseReader,
  'cases:write': caseWriter,
  'allowance:spend': allowanceSettler,
});
