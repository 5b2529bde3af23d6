import type { listRuns as endpoint } from '#contract/endpoints/runs.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showRun } from './show-run.ts';
import { byStart, ordersOf, requireSortable, sortRuns } from './sort-runs.ts';
import { isRunStatus } from './test-run.ts';

/**
 * The runs of a project. `status` matches regardless of case, an unknown one nothing; the two times are exclusive (decision record 0002).
 * By their start any page costs the same; by anything else all of them have to be read.
 */
export const listRuns: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const orders = ordersOf(query.sort);
  const { page, size } = query;
  // An empty text is no filter.
  const status = query.status?.toUpperCase() || undefined;
  if (status !== undefined && !isRunStatus(status)) return { body: { data: [], page, size, totalElements: 0 } };
  const filter = {
    status,
    after: query.startedAfter === undefined ? undefined : Date.parse(query.startedAfter),
    before: query.startedBefore === undefined ? undefined : Date.parse(query.startedBefore),
  };
  const runs = ports['runs:read'];
  const start = byStart(orders);
  if (start) {
    const { descending } = start;
    const found = await runs.findPage(scope, { ...filter, descending, offset: (page - 1) * size, limit: size });
    return { body: { data: found.runs.map(showRun), page, size, totalElements: found.total } };
  }
  const { total } = await runs.findPage(scope, { ...filter, descending: true, offset: 0, limit: 0 });
  requireSortable(total);
  const all = await runs.findPage(scope, { ...filter, descending: true, offset: 0, limit: total });
  return { body: pageOf(sortRuns(all.runs, orders).map(showRun), query) };
};
