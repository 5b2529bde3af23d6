import { getCoverage } from '#contract/endpoints/coverage.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';

const buckets = [
  'missingBindings',
  'boundButNotExecutable',
  'executableButNotObserved',
  'observedButInconclusive',
  'decisiveFailures',
  'waivedManual',
] as const;

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
    for (const { name, enforcement, verdict, reason } of report[bucket])
      io.stdout(
        `  ${[printable(name), enforcement === 'OBSERVED' ? '(observed)' : '', verdict, reason].filter(Boolean).join('  ')}\n`,
      );
  }
  io.stdout(`flowGaps  ${report.flowGaps.length}\n`);
  for (const { operation } of report.flowGaps) io.stdout(`  ${printable(operation)}\n`);
  io.stdout(`lifecycleBlocking  ${report.lifecycleBlocking}\n`);
  return 0;
};
