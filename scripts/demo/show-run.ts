import { requirementLines } from '../../clients/cli/requirement-lines.ts';
import type { Coverage, Result } from './service-client.ts';
import type { JudgedRun } from './facts.ts';

/**
 * A run as a table: one line for each journey (of a later run only those that did not pass), then the why of each decisive one, what has
 * changed, then the requirements and coverage.
 */
export const showRun = ({ results, coverage, requirements, featureStatus, diff }: JudgedRun): string => {
  const isFirst = diff.previousRunId === null;
  const listed = results.filter(({ status }) => isFirst || status !== 'PASSED');
  const width = Math.max(...results.map(({ kind }) => kind.length));
  const rows = listed.map(
    ({ status, kind, testName, verdict, reasonCode }) =>
      `  ${status.padEnd(12)}  ${kind.padEnd(width)}  ${testName}${verdict ? `  ${verdict} ${reasonCode}` : ''}`,
  );
  const others = isFirst ? [] : [`  PASSED        ${results.length - listed.length} of ${results.length} journeys`];
  const whys = results.filter(({ status }) => status === 'FAILED').flatMap((result) => ['', ...why(result)]);
  return [
    ...rows,
    ...others,
    ...whys,
    '',
    ...changes(diff),
    ...requirementLines(requirements).map((line) => `  ${line}`),
    coverageLine(coverage, featureStatus),
  ].join('\n');
};

const why = ({ testName, verdict, reasonCode, errorMessage, evidence = [], curl }: Result): string[] => [
  `  ${testName}: ${verdict} ${reasonCode}`,
  `    why        ${errorMessage}`,
  ...evidence.map(
    ({ probe, method, path, observation }) => `    evidence   ${probe}: ${method} ${path} ${observation}`,
  ),
  ...(curl === undefined ? [] : [`    reproduce  ${curl}`]),
];

const changes = ({ previousRunId, changes: changed, counts }: JudgedRun['diff']): string[] =>
  previousRunId === null
    ? []
    : [
        `  since the run before: ${counts.regressed} regressed, ${counts.recovered} recovered, ${counts.same} the same`,
        ...changed.map(({ kind, name, before, after }) => `    ${kind.padEnd(10)}  ${name}: ${before} → ${after}`),
      ];

const coverageLine = (coverage: Coverage, featureStatus: string): string =>
  [
    `  coverage   ${coverage.decisiveFailures.length} decisive failures`,
    `${coverage.observedButInconclusive.length} inconclusive`,
    `${coverage.executableButNotObserved.length} not observed`,
    `${coverage.flowGaps.length} operations without a journey`,
    `${coverage.waivedManual.length} waived`,
    `feature ${featureStatus}${coverage.lifecycleBlocking ? ', blocked' : ''}`,
  ].join(' · ');
