import type { Task } from '#contract/tasks.ts';
import { fromEnvironment } from './from-environment.ts';
import type { TaskOperation } from './implement-task.ts';
import { onTask, type TaskProviders } from './on-task.ts';

/** Runs a task in a container of its own: its input is the environment. Rejects where it fails, which ends the container with 1. */
export const onContainer = async <T extends Task>(
  operation: TaskOperation<T>,
  providers: TaskProviders<T>,
): Promise<void> => {
  await onTask(operation, providers)(fromEnvironment(process.env));
};
