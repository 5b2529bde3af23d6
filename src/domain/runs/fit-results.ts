import type { StepTrace, TestCaseResult } from './test-run.ts';

/** What an answer carries (decision record 0002); the rest of one is small. */
const mostBytes = 4_500_000;
const cutBytes = 2048;

const sizeOf = (results: readonly TestCaseResult[]): number => Buffer.byteLength(JSON.stringify(results));

/** As much of the results as an answer carries: bodies are cut, then left out, then the steps. Their log has all of it. */
export const fitResults = (results: TestCaseResult[]): TestCaseResult[] => {
  const ways: ((step: StepTrace) => StepTrace)[] = [(step) => step, cutBodies, withoutBodies];
  for (const way of ways) {
    const fitted = results.map((result) => ({ ...result, stepTraces: result.stepTraces.map(way) }));
    if (sizeOf(fitted) <= mostBytes) return fitted;
  }
  return results.map((result) => ({ ...result, evidence: [], stepTraces: [] }));
};

const cutBodies = ({ requestBody, responseBody, ...step }: StepTrace): StepTrace => ({
  ...step,
  ...(requestBody === undefined ? {} : { requestBody: cut(requestBody) }),
  ...(responseBody === undefined ? {} : { responseBody: cut(responseBody) }),
});

const cut = (body: string): string => {
  const content = Buffer.from(body);
  if (content.length <= cutBytes) return body;
  return `${content.subarray(0, cutBytes).toString()}… [cut, ${content.length} bytes]`;
};

const withoutBodies = ({ requestBody: _request, responseBody: _response, ...step }: StepTrace): StepTrace => step;
