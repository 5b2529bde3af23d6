import type { Task } from '#contract/tasks.ts';
import * as z from '#contract/schemas/zod.ts';
import type { TaskUseCase } from '#domain/task.ts';
import type { Runtime } from '#domain/ports/runtime.ts';

/** A task with its use case, ports still open. Adds what the step returns to the execution's state. */
export type TaskOperation<T extends Task = Task> = {
  task: T;
  run(state: unknown, ports: Record<string, unknown>, runtime: Runtime): Promise<Record<string, unknown>>;
};

/** Binds a task to its use case; a use case of another shape does not compile. */
export const implementTask = <T extends Task>(task: T, useCase: TaskUseCase<T>): TaskOperation<T> => ({
  task,
  run: async (state, ports, runtime) => ({
    ...(state as Record<string, unknown>),
    ...(await useCase(z.parse(task.input, state) as z.output<T['input']>, ports as never, runtime)),
  }),
});
