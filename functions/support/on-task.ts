import type { Capability } from '#contract/capabilities.ts';
import type { Task } from '#contract/tasks.ts';
import type { Ports } from '#domain/ports/ports.ts';
import type { TaskOperation } from './implement-task.ts';
import { systemRuntime } from './runtime.ts';

type UsesOf<T> = T extends { uses: readonly (infer U)[] } ? U & Capability : never;

/** Exactly one provider for each capability that the task declares: a missing or surplus one does not compile. */
export type TaskProviders<T extends Task> = { [C in UsesOf<T> & keyof Ports]: () => Ports[C] };

/** The Lambda entry of a state-machine task: the event is the execution's state, the answer the state after it. An error ends the task under its name. */
export const onTask = <T extends Task>(operation: TaskOperation<T>, providers: TaskProviders<T>) => {
  let ports: Record<string, unknown> | undefined;
  return async (state: unknown): Promise<Record<string, unknown>> => {
    ports ??= Object.fromEntries(
      Object.entries(providers as Record<string, () => unknown>).map(([capability, provide]) => [
        capability,
        provide(),
      ]),
    );
    return operation.run(state, ports, systemRuntime);
  };
};
