import type { listResults as endpoint } from '#contract/endpoints/runs.ts';
import { notFound } from '#contract/errors.ts';
import { pageOf } from '#contract/pagination.ts';
import { matchesName } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';
import { fitResults } from './fit-results.ts';
import { showResult } from './show-run.ts';
import { readResults } from './stored-results.ts';

/** The results of a run in plan order. */
export const listResults: UseCase<typeof endpoint> = async ({ scope, path, query, baseUrl }, ports) => {
  const file = await readResults(scope, ports, path.runId);
  if (file === undefined) throw notFound();
  const { status, testCaseName = '' } = query;
  const results = file.results.filter(
    (result) => (!status || result.status === status.toUpperCase()) && matchesName(result.testName, testCaseName),
  );
  const { data, ...page } = pageOf(results, query);
  const shown = fitResults(data.map((result) => file.whole(result)));
  return { body: { ...page, data: shown.map((result) => showResult(scope, baseUrl, result)) } };
};
