import { startBuild as task } from '#contract/tasks.ts';
import { startBuild } from '#domain/builds/start-build.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { buildWriter } from '../support/providers/builds-write.ts';

export const operation = implementTask(task, startBuild);
export const handler = onTask(operation, {
  'builds:write': buildWriter,
});
