import { openBuckets } from '#contract/coverage-buckets.ts';
import { getCoverage } from '#contract/endpoints/coverage.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';

const buckets = [...openBuckets, 'waivedManual'] as const;

type Report = Awaited<ReturnType<typeof callApi<typeof getCoverage>>>;
type Journey = Report[(typeof buckets)[number]][number];

const lineOf = (journey: Journey): string => {
  const { name, enforcement, verdict, reason, flaky } = journey;
  const waived = 'waiver' in journey ? `waived: ${printable(journey.waiver.reason)}` : '';
  const isObserved = enforcement === 'OBSERVED' ? '(observed)' : '';
  return [printable(name), isObserved, verdict, reason, flaky ? '(flaky)' : '', waived].filter(Boolean).join('  ');
};

/** `dezycro coverage`: the report of planner and verifier §7. */
export const coverage: Command<'coverage'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const report = await callApi(connection, getCoverage, { path });
  if (given.json) {
    io.stdout(`${JSON.stringify(report, null, 2)}\n`);
    return 0;
  }
  for (const bucket of buckets) {
    io.stdout(`${bucket}  ${report[bucket].length}\n`);
    for (const journey of report[bucket]) io.stdout(`  ${lineOf(journey)}\n`);
  }
  io.stdout(`flowGaps  ${report.flowGaps.length}\n`);
  for (const { operation, reason, edit } of report.flowGaps)
    io.stdout(`  ${[printable(operation), reason, edit && printable(edit)].filter(Boolean).join('  ')}\n`);
  io.stdout(`nothingProved  ${report.nothingProved}\n`);
  io.stdout(`lifecycleBlocking  ${report.lifecycleBlocking}\n`);
  return 0;
};
