import type { Job } from '#contract/jobs.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { Runtime } from '#domain/ports/runtime.ts';

/** A job with its use case, ports still open. */
export type JobOperation<Input, Output, J extends Job = Job> = {
  job: J;
  run(input: Input, ports: Record<string, unknown>, runtime: Runtime): Promise<Output>;
};

/** Binds a job to its use case; a use case of another shape does not compile. */
export const implementJob = <J extends Job, Input, Output>(
  job: J,
  useCase: JobUseCase<J, Input, Output>,
): JobOperation<Input, Output, J> => ({
  job,
  run: (input, ports, runtime) => useCase(input, ports as never, runtime),
});
