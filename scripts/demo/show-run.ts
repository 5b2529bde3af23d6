import type { Coverage, Result } from './service-client.ts';
import type { JudgedRun } from './facts.ts';

/** A run as a table: one line for each journey, then the why of each decisive one, then coverage. */
export const showRun = ({ results, coverage, featureStatus }: JudgedRun): string => {
  const width = Math.max(...results.map(({ kind }) => kind.length));
  const rows = results.map(
    ({ status, kind, testName, verdict, reasonCode }) =>
      `  ${status.padEnd(12)}  ${kind.padEnd(width)}  ${testName}${verdict ? `  ${verdict} ${reasonCode}` : ''}`,
  );
  const whys = results.filter(({ status }) => status === 'FAILED').flatMap((result) => ['', ...why(result)]);
  return [...rows, ...whys, '', coverageLine(coverage, featureStatus)].join('\n');
};

const why = ({ testName, verdict, reasonCode, errorMessage, evidence = [], curl }: Result): string[] => [
  `  ${testName}: ${verdict} ${reasonCode}`,
  `    why        ${errorMessage}`,
  ...evidence.map(
    ({ probe, method, path, observation }) => `    evidence   ${probe}: ${method} ${path} ${observation}`,
  ),
  ...(curl === undefined ? [] : [`    reproduce  ${curl}`]),
];

const coverageLine = (coverage: Coverage, featureStatus: string): string =>
  [
    `  coverage   ${coverage.decisiveFailures.length} decisive failures`,
    `${coverage.observedButInconclusive.length} inconclusive`,
    `${coverage.executableButNotObserved.length} not observed`,
    `${coverage.flowGaps.length} operations without a journey`,
    `feature ${featureStatus}${coverage.lifecycleBlocking ? ', blocked' : ''}`,
  ].join(' · ');
