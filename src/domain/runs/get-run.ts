import type { getRun as endpoint } from '#contract/endpoints/runs.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showRun } from './show-run.ts';

/** One run; NOT_FOUND for another project's. */
export const getRun: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const run = await ports['runs:read'].find(scope, path.runId);
  if (run === undefined) throw notFound();
  return { body: showRun(run) };
};
