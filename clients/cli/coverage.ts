import { openBuckets } from '#contract/coverage-buckets.ts';
import { getCoverage } from '#contract/endpoints/coverage.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';
import { reasonLines, replayOfRun } from './reason-groups.ts';

const buckets = [...openBuckets, 'waivedManual'] as const;

type Report = Awaited<ReturnType<typeof callApi<typeof getCoverage>>>;
type Journey = Report[(typeof buckets)[number]][number];

/** The buckets in the words of every other report. */
const words: Record<(typeof buckets)[number], string> = {
  missingBindings: 'without an operation',
  boundButNotExecutable: 'not executable',
  executableButNotObserved: 'not run',
  observedButInconclusive: 'undecided',
  decisiveFailures: 'failed',
  waivedManual: 'waived',
};

const nameOf = (journey: Journey): string => {
  const waived = 'waiver' in journey ? `(waived: ${journey.waiver.reason})` : '';
  const isObserved = journey.enforcement === 'OBSERVED' ? '(observed)' : '';
  return [journey.name, isObserved, journey.flaky ? '(flaky)' : '', waived].filter(Boolean).join(' ');
};

const linesOf = (bucket: (typeof buckets)[number], journeys: readonly Journey[]): string[] => {
  const shown = journeys.map((journey) => ({ ...journey, name: nameOf(journey) }));
  return reasonLines(shown, ([first]) =>
    bucket === 'decisiveFailures' && first?.runId
      ? [`    reproduce  ${replayOfRun(first.journeyId, first.runId)}`]
      : [],
  );
};

/** Counts, then the sentences that a run has refuted; none for a feature without requirements. */
const requirementsOf = ({ requirements: { failures, ...counts } }: Report): string[] => {
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  if (told.length === 0) return [];
  const line = told.map(
    ([word, count]) => `${count} ${word.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
  );
  return [`requirements: ${line.join(' · ')}`, ...failures.map(({ sentence }) => `  refuted  ${printable(sentence)}`)];
};

/** `dezycro coverage`: the journeys by state with their reasons, and the operations without one (planner and verifier §7). */
export const coverage: Command<'coverage'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const report = await callApi(connection, getCoverage, { path });
  if (given.json) {
    io.stdout(`${JSON.stringify(report, null, 2)}\n`);
    return 0;
  }
  const lines = buckets.flatMap((bucket) => [
    `${report[bucket].length} ${words[bucket]}`,
    ...linesOf(bucket, report[bucket]),
  ]);
  const gaps = report.flowGaps.map(
    ({ operation, reason, edit }) =>
      `  ${[printable(operation), reason, edit && printable(edit)].filter(Boolean).join('  ')}`,
  );
  const requirements = requirementsOf(report);
  const proved = report.nothingProved ? 'nothing is proved yet: no journey that asserts a value has passed' : '';
  const blocks = report.lifecycleBlocking
    ? 'the feature cannot ship: see above'
    : 'nothing keeps the feature from shipping';
  const all = [
    ...lines,
    `${report.flowGaps.length} operations without a journey`,
    ...gaps,
    ...requirements,
    proved,
    blocks,
  ];
  io.stdout(`${all.filter((line) => line !== '').join('\n')}\n`);
  return 0;
};
