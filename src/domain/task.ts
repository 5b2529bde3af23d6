import type { Capability } from '#contract/capabilities.ts';
import type { Task } from '#contract/tasks.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { PortsFor } from './ports/ports.ts';
import type { Runtime } from './ports/runtime.ts';

type UsesOf<T> = T extends { uses: readonly (infer U)[] } ? U & Capability : never;

/** One step of a state machine: the execution's state → what the step adds to it. Idempotent: a step may run again. */
export type TaskUseCase<T extends Task> = (
  input: z.output<T['input']>,
  ports: PortsFor<UsesOf<T>>,
  runtime: Runtime,
) => Promise<Record<string, unknown>>;
