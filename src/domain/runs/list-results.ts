import type { listResults as endpoint } from '#contract/endpoints/runs.ts';
import { notFound } from '#contract/errors.ts';
import { pageOf } from '#contract/pagination.ts';
import { matchesName } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showResult } from './show-run.ts';

/** The results of a run in plan order. An upload has at most 3 MiB, so a page always fits into an answer. */
export const listResults: UseCase<typeof endpoint> = async ({ scope, path, query, baseUrl }, ports) => {
  const found = await ports['results:read'].listResults(scope, path.runId);
  if (found === undefined) throw notFound();
  const { status, testCaseName = '' } = query;
  const results = found.filter(
    (result) => (!status || result.status === status.toUpperCase()) && matchesName(result.testName, testCaseName),
  );
  const { data, ...page } = pageOf(results, query);
  return { body: { ...page, data: data.map((result) => showResult(scope, baseUrl, result)) } };
};
