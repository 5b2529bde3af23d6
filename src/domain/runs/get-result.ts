import type { getResult as endpoint } from '#contract/endpoints/runs.ts';
import { notFound } from '#contract/errors.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { ResultReader } from '#domain/ports/run-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showResult } from './show-run.ts';
import type { TestCaseResult } from './test-run.ts';

/** One result with its step traces. */
export const getResult: UseCase<typeof endpoint> = async ({ scope, path, baseUrl }, ports) => ({
  body: showResult(scope, baseUrl, await resultOf(scope, ports['results:read'], path.runId, path.testCaseId)),
});

/** Throws NOT_FOUND for an unknown run or result. */
export const resultOf = async (
  scope: ProjectScope,
  results: ResultReader,
  runId: string,
  testCaseId: string,
): Promise<TestCaseResult> => {
  const result = (await results.listResults(scope, runId))?.find((each) => each.testCaseId === testCaseId);
  if (result === undefined) throw notFound();
  return result;
};
