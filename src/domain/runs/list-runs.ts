import type { listRuns as endpoint } from '#contract/endpoints/runs.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showRun } from './show-run.ts';
import { sortRuns } from './sort-runs.ts';

/** The runs of a project. `status` matches regardless of case, an unknown one nothing; the two times are exclusive (decision record 0002). */
export const listRuns: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const { status, startedAfter, startedBefore } = query;
  const after = startedAfter === undefined ? -Infinity : Date.parse(startedAfter);
  const before = startedBefore === undefined ? Infinity : Date.parse(startedBefore);
  const runs = (await ports['runs:read'].list(scope)).filter((run) => {
    const startedMs = Date.parse(run.startedAt);
    return startedMs > after && startedMs < before && (!status || run.status === status.toUpperCase());
  });
  return { body: pageOf(sortRuns(runs, query.sort).map(showRun), query) };
};
