import type { Capability } from '#contract/capabilities.ts';
import type { Job } from '#contract/jobs.ts';
import type { PortsFor } from './ports/ports.ts';
import type { Runtime } from './ports/runtime.ts';

/** What a job does with what set it off. Idempotent: it may run again, and beside itself. */
export type JobUseCase<J extends Job, Input, Output> = (
  input: Input,
  ports: PortsFor<J['uses'][number] & Capability>,
  runtime: Runtime,
) => Promise<Output>;
