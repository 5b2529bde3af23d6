import { registry } from '#contract/endpoints/index.ts';
import { tasks } from '#contract/tasks.ts';
import type { TaskOperation } from '#functions/support/implement-task.ts';
import type { Operation } from '#http/operation.ts';

/** `createProject` → `create-project`: an operation and its file carry one name. */
const fileOf = (operationId: string): string =>
  `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The operation of every endpoint in the registry; an endpoint without its file rejects. */
export const loadOperations = (): Promise<Operation[]> =>
  Promise.all(
    registry.map(async ({ operationId }) => {
      const url = new URL(`../functions/api/${fileOf(operationId)}`, import.meta.url);
      return ((await import(url.href)) as { operation: Operation }).operation;
    }),
  );

/** The operation of every task, by the task's name. */
export const loadTasks = async (): Promise<Map<string, TaskOperation>> =>
  new Map(
    await Promise.all(
      tasks.map(async ({ name }) => {
        const url = new URL(`../functions/tasks/${name}.ts`, import.meta.url);
        return [name, ((await import(url.href)) as { operation: TaskOperation }).operation] as const;
      }),
    ),
  );
