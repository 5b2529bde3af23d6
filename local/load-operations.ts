import { registry } from '#contract/endpoints/index.ts';
import { tasks } from '#contract/tasks.ts';
import type { TaskOperation } from '#functions/support/implement-task.ts';
import type { Operation } from '#http/operation.ts';

/** `createProject` → `create-project`: an operation and its file carry one name. */
const fileOf = (operationId: string): string =>
  `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The operation of an endpoint. Its file is read at the first call: all of them are a third of the time of a start. */
export const loadOperation = async (operationId: string): Promise<Operation> => {
  const url = new URL(`../functions/api/${fileOf(operationId)}`, import.meta.url);
  return ((await import(url.href)) as { operation: Operation }).operation;
};

/** The operation of every endpoint in the registry; an endpoint without its file rejects. */
export const loadOperations = (): Promise<Operation[]> =>
  Promise.all(registry.map(({ operationId }) => loadOperation(operationId)));

/** The operation of a task, read at the first call. */
export const loadTask = async (name: string): Promise<TaskOperation> => {
  const url = new URL(`../functions/tasks/${name}.ts`, import.meta.url);
  return ((await import(url.href)) as { operation: TaskOperation }).operation;
};

/** The operation of every task, by the task's name. */
export const loadTasks = async (): Promise<Map<string, TaskOperation>> =>
  new Map(await Promise.all(tasks.map(async ({ name }) => [name, await loadTask(name)] as const)));
