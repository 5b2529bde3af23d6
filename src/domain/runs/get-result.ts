import type { getResult as endpoint } from '#contract/endpoints/runs.ts';
import { notFound } from '#contract/errors.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { UseCase } from '#domain/use-case.ts';
import { fitResults } from './fit-results.ts';
import { showResult } from './show-run.ts';
import { readResults } from './stored-results.ts';
import type { TestCaseResult } from './test-run.ts';

/** One result with its step traces. */
export const getResult: UseCase<typeof endpoint> = async ({ scope, path, baseUrl }, ports) => {
  const [result] = fitResults([await resultOf(scope, ports, path.runId, path.testCaseId)]);
  return { body: showResult(scope, baseUrl, result!) };
};

/** Throws NOT_FOUND for an unknown run or result. */
export const resultOf = async (
  scope: ProjectScope,
  ports: Parameters<typeof readResults>[1],
  runId: string,
  testCaseId: string,
): Promise<TestCaseResult> => {
  const file = await readResults(scope, ports, runId);
  const result = file?.results.find((each) => each.testCaseId === testCaseId);
  if (result === undefined) throw notFound();
  return file!.whole(result);
};
