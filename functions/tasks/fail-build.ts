import { failBuild as task } from '#contract/tasks.ts';
import { failBuild } from '#domain/builds/fail-build.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { buildWriter } from '../support/providers/builds-write.ts';

export const operation = implementTask(task, failBuild);
export const handler = onTask(operation, {
  'builds:write': buildWriter,
});
