import { CONTROLS } from '#verifier/reporters/terminal-text.ts';
import type { StepTrace, TestCaseResult } from './test-run.ts';

/** The execution log of one result as text: what was sent, what came back, what it was judged to be. */
export const logOf = (result: TestCaseResult): string =>
  [
    `${result.testName}`,
    `journey ${result.journeyRef}, ${result.kind}, ${result.enforcement}`,
    `${result.startedAt} to ${result.endedAt}, ${result.durationMs} ms`,
    `${result.status}${result.verdict === null ? '' : `: ${result.verdict} ${result.reasonCode}`}`,
    ...(result.causedBy === null ? [] : [`caused by journey ${result.causedBy}`]),
    ...(result.errorMessage === undefined ? [] : [result.errorMessage]),
    ...result.stepTraces.flatMap(stepLines),
    ...result.evidence.map(
      ({ probe, observation, method, path, statusCode }) =>
        `evidence ${probe}: ${observation} (${method} ${path} answered ${statusCode})`,
    ),
    ...(result.curl === undefined ? [] : ['', 'repeat the failing request:', result.curl]),
    '',
  ]
    .map(harmless)
    .join('\n');

/** An API's own words must not drive the terminal of a reader, nor look like a line of ours: what they break is indented. */
const harmless = (line: string): string =>
  line
    .split(/\r\n|[\r\n]/)
    .map((part) => part.replaceAll(CONTROLS, ' '))
    .join('\n      ');

const stepLines = (step: StepTrace): string[] => [
  '',
  `step ${step.testCaseStepIndex} ${outcomeOf(step)}  ${step.method} ${step.path}  answered ${step.statusCode || 'nothing'} in ${step.durationMs} ms`,
  ...(step.stepDescription === undefined ? [] : [`  ${step.stepDescription}`]),
  ...(step.expectedStatus == null ? [] : [`  expected ${step.expectedStatus}`]),
  ...headerLines('>', step.requestHeaders),
  ...(step.requestBody === undefined ? [] : [`  > ${step.requestBody}`]),
  ...headerLines('<', step.responseHeaders),
  ...(step.responseBody === undefined ? [] : [`  < ${step.responseBody}`]),
  ...(step.assertions ?? []).map((assertion) => `  assertion ${JSON.stringify(assertion)}`),
  ...(step.error === undefined ? [] : [`  ${step.error}`]),
];

const outcomeOf = ({ passed }: StepTrace): string => {
  if (passed == null) return 'not run';
  return passed ? 'passed' : 'did not pass';
};

const headerLines = (mark: string, headers: Record<string, string> = {}): string[] =>
  Object.entries(headers).map(([name, value]) => `  ${mark} ${name}: ${value}`);
